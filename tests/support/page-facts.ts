import { attributeOf, elementsIn, elementsOf, textOf, type Element } from './page-elements.ts'

type Attributes = Record<string, string | undefined>

/** What a page says to search engines and link previews. */
export interface PageFacts {
  titles: string[]
  headings: string[]
  metas: Attributes[]
  links: Attributes[]
  /** The addresses of all links to read or follow, as written. */
  anchors: string[]
  images: Attributes[]
  /** The texts of its breadcrumbs. */
  crumbs: string[]
  structuredData: string[]
  /** All text that visitors can read, without the spaces between its words. */
  text: string
}

/** Reads a page as a crawler does, without script. */
export function pageFactsOf(html: string): PageFacts {
  const all = elementsOf(html)
  const named = (name: string) => all.filter(({ tagName }) => tagName === name)
  const attributes = (name: string) => named(name).map(attributesOf)
  const crumbs = all.find((element) => attributeOf(element, 'class') === 'breadcrumbs')
  const body = named('body')[0]
  return {
    titles: named('title')
      .filter(({ parentNode }) => parentNode?.nodeName === 'head')
      .map(textOf),
    headings: named('h1').map(textOf),
    metas: attributes('meta'),
    links: attributes('link'),
    anchors: attributes('a').flatMap(({ href }) => href ?? []),
    images: attributes('img'),
    crumbs: crumbs
      ? elementsIn(crumbs)
          .filter(({ tagName }) => tagName === 'li')
          .map(textOf)
      : [],
    structuredData: named('script')
      .filter((element) => attributeOf(element, 'type') === 'application/ld+json')
      .map(({ childNodes }) => childNodes.map(textOf).join('')),
    text: body ? withoutSpaces(textOf(body)) : '',
  }
}

/** Pages isolate words and numbers, and set spaces of their own. */
export function withoutSpaces(text: string) {
  return text.replace(/[\s\u00A0\u202F\u2066-\u2069\u200E\u200F\u061C]+/g, '')
}

/** The content of a meta element. */
export function metaOf({ metas }: PageFacts, key: 'name' | 'property', value: string) {
  return metas.find((meta) => meta[key] === value)?.['content'] ?? ''
}

/** The addresses of the links of a kind in the head, by their language. */
export function linksOf({ links }: PageFacts, rel: string) {
  return links.filter((link) => link['rel'] === rel)
}

function attributesOf({ attrs }: Element): Attributes {
  return Object.fromEntries(attrs.map(({ name, value }) => [name, value]))
}
