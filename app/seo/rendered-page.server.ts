import { parseFragment } from 'parse5'
import { attributeOf, elementsIn, textOf, type Element } from '../markdown/html-tree.server'

/** What a rendered page says of itself: the one source for every other representation of it. */
export interface RenderedPage {
  /** The page's own title, without the company's name. */
  title: string
  description: string
  /** Its canonical address, absolute. */
  canonical: string
  /** Its absolute addresses in each language in which it exists, by language tag such as "ar". */
  alternates: Record<string, string | undefined>
  isArticle: boolean
  /** The other pages of its breadcrumbs, outermost first; their addresses are as in the links. */
  crumbs: { title: string; href: string }[]
  /** The stylesheets of the page. */
  stylesheets: string[]
  /** Its preload links, by attribute in lower case. */
  preloads: Record<string, string | undefined>[]
}

/** Reads the head and the breadcrumbs of a page as React rendered it. */
export function readRenderedPage(html: string): RenderedPage {
  const head = elementsIn(parseFragment(partOf(html, '<head>', '</head>')))
  const all = (tag: string) =>
    head.filter(({ tagName }) => tagName === tag).map((element) => attributesOf(element))
  const metas = all('meta')
  const links = (rel: string) => all('link').filter((link) => link['rel'] === rel)
  const metaOf = (key: 'name' | 'property', value: string) =>
    metas.find((meta) => meta[key] === value)?.['content'] ?? ''
  return {
    title: metaOf('property', 'og:title') || head.filter(isTitle).map(textOf).join(),
    description: metaOf('name', 'description'),
    canonical: links('canonical')[0]?.['href'] ?? '',
    alternates: Object.fromEntries(
      links('alternate').map(({ hreflang = '', href }) => [hreflang, href]),
    ),
    isArticle: metaOf('property', 'og:type') === 'article',
    crumbs: elementsIn(parseFragment(partOf(html, '<nav class="breadcrumbs"', '</nav>')))
      .filter(({ tagName }) => tagName === 'a')
      .map((link) => ({ title: textOf(link), href: attributeOf(link, 'href') ?? '' })),
    stylesheets: links('stylesheet').flatMap(({ href }) => href ?? []),
    preloads: links('preload'),
  }
}

/** From a start to the end tag that follows it; empty if the page has no such part. */
function partOf(html: string, start: string, end: string) {
  const from = html.indexOf(start)
  return from < 0 ? '' : html.slice(from, html.indexOf(end, from))
}

function isTitle({ tagName }: Element) {
  return tagName === 'title'
}

function attributesOf({ attrs }: Element): Record<string, string | undefined> {
  return Object.fromEntries(attrs.map(({ name, value }) => [name, value]))
}
