import { parseFragment } from 'parse5'
import type { EntryContext } from '@remix-run/node'
import { attributeOf, elementsIn, textOf, type Element } from '@site/rich-text/tree'
import { optional, type LoadContext, createIndexReader } from '../content/content.server'
import { screenFacts, screenOfRoute } from '../site/screen-facts.server'
import { otherLanguage } from '../language/languages'
import type { Frame } from '../layout/frame'

/** The metadata in a rendered page: the one source for its other representations. */
export interface RenderedPage {
  /** The page's own title, without the company's name. */
  title: string
  description: string
  /** The absolute canonical address. */
  canonical: string
  /** The absolute addresses in each language in which the page exists, by language tag such as "ar". */
  alternates: Record<string, string | undefined>
  isArticle: boolean
  /** The other pages of the breadcrumbs, outermost first; addresses are as in the links. */
  crumbs: { title: string; href: string }[]
  /** They call the page itself so; its title also has the number of a part. */
  ownCrumb: string
  stylesheets: string[]
  /** The preload links, by attribute in lower case. */
  preloads: Record<string, string | undefined>[]
}

/** Parses the head and the breadcrumbs of a page that React has rendered. */
export function readRenderedPage(html: string): RenderedPage {
  const head = elementsIn(parseFragment(partOf(html, '<head>', '</head>')))
  const all = (tag: string) =>
    head.filter(({ tagName }) => tagName === tag).map((element) => attributesOf(element))
  const metas = all('meta')
  const links = (rel: string) => all('link').filter((link) => link['rel'] === rel)
  const breadcrumbs = elementsIn(parseFragment(partOf(html, '<nav class="breadcrumbs"', '</nav>')))
  const metaOf = (key: 'name' | 'property', value: string) =>
    metas.find((meta) => meta[key] === value)?.['content'] ?? ''
  return {
    title:
      metaOf('property', 'og:title') ||
      head
        .filter(isTitle)
        .map((title) => textOf(title))
        .join(),
    description: metaOf('name', 'description'),
    canonical: links('canonical')[0]?.['href'] ?? '',
    alternates: Object.fromEntries(
      links('alternate').map(({ hreflang = '', href }) => [hreflang, href]),
    ),
    isArticle: metaOf('property', 'og:type') === 'article',
    crumbs: breadcrumbs
      .filter(({ tagName }) => tagName === 'a')
      .map((link) => ({ title: textOf(link), href: attributeOf(link, 'href') })),
    ownCrumb: breadcrumbs
      .filter((element) => attributeOf(element, 'aria-current') === 'page')
      .map((element) => textOf(element))
      .join(),
    stylesheets: links('stylesheet').flatMap(({ href }) => href ?? []),
    preloads: links('preload'),
  }
}

/** Returns the text from a start to the end tag that follows it; empty if the page has no such part. */
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

/**
 * Longer links are left out: proxies limit the head of a response, and a picture's link has its name eight times. The
 * page has the same link.
 */
const maxLength = 1_500

/**
 * Builds a Link header with the page's critical files, so that a proxy can announce them in a 103 response before the
 * page is ready.
 */
export function preloadHeader({ stylesheets, preloads }: RenderedPage): string {
  const links = [
    ...stylesheets.map((href) => linkTo(href, { as: 'style' })),
    ...preloads.map(({ rel: _, href, ...attributes }) => linkTo(href, attributes)),
  ]
  return links.filter(({ length }) => length <= maxLength).join(', ')
}

/** @param href undefined for an image in several sizes; where one address is required, the first is used */
function linkTo(href: string | undefined, attributes: Record<string, string | undefined>) {
  const [first = ''] = attributes['imagesrcset']?.split(' ') ?? []
  const parameters = Object.entries({ rel: 'preload', ...attributes })
  return [`<${href ?? first}>`, ...parameters.map(([name, value]) => `${name}="${value}"`)].join(
    '; ',
  )
}

type PageData = EntryContext['staticHandlerContext']

/**
 * Marks a page whose post is not known to exist in the other language, so that crawlers are not sent there. For server
 * rendering only.
 */
export async function markOnlyLanguage(
  data: PageData,
  { site: { search }, content }: LoadContext,
): Promise<PageData> {
  const { matches, loaderData } = data
  const { route, params } = matches.at(-1) ?? {}
  const screen = screenOfRoute(route?.path)
  const kind = screen === null ? null : screenFacts[screen].post
  const frame = loaderData['root'] as Frame | undefined
  const { id } = params ?? {}
  if (!kind || !frame || id === undefined) return data
  const readIndex = createIndexReader(search, content.dependencies)
  const other = otherLanguage(frame.lang)
  const titles = await optional(
    readIndex({ needs: 'lists' }, ({ titlesOf }) => titlesOf(kind, [id], other)),
  )
  if (titles?.found.has(id)) return data
  const marked: Frame = { ...frame, isOnlyInThisLanguage: true }
  return { ...data, loaderData: { ...loaderData, root: marked } }
}
