import { parse, serialize } from 'parse5'
import { stringify } from 'yaml'
import { languages, otherLanguage } from '../language/languages'
import type { RenderedPage } from '../seo/rendered-page.server'
import { attributeOf, elementsIn, firstIn, hasClass, type Element } from './html-tree.server'
import { markdownHref, type AddressContext } from './markdown-href.server'
import { readable } from './readable.server'
import { toMarkdown } from './to-markdown.server'

/** Maximum size, in bytes, as for HTML pages. Repeated markers may exceed it. */
const maxBytes = 2_000_000

/**
 * Converts a page to Markdown: its metadata as YAML front matter, and the readable content of its
 * main element.
 * @param html the whole page, as rendered
 * @param page its metadata
 */
export function pageMarkdown(html: string, page: RenderedPage, context: AddressContext): string {
  const main = firstIn(parse(html), 'main')
  const { title, description, canonical, alternates, isArticle } = page
  const other = alternates[languages[otherLanguage(context.language)].lang]
  const fields = {
    title,
    description,
    language: languages[context.language].lang,
    canonical,
    alternate: other && markdownHref(other, context),
    date: isArticle ? dateIn(main) : '',
  }
  const known = Object.entries(fields).filter(([, value]) => value)
  const frontMatter = stringify(Object.fromEntries(known), { lineWidth: 0 })
  const text = toMarkdown(serialize(readable(main, context)))
  return `---\n${frontMatter}---\n\n${cut(text)}\n`
}

/** Truncates a text at a line break. */
function cut(text: string) {
  if (Buffer.byteLength(text) <= maxBytes) return text
  const start = Buffer.from(text).subarray(0, maxBytes).toString()
  return `${start.slice(0, start.lastIndexOf('\n'))}\n\n…`
}

/** Finds the publication date of an article, as opposed to the dates on cards of other articles. */
function dateIn(main: Element) {
  const elements = elementsIn(main)
  const inCards = new Set(elements.filter((each) => hasClass(each, 'card')).flatMap(elementsIn))
  const time = elements.find((each) => each.tagName === 'time' && !inCards.has(each))
  return time && attributeOf(time, 'datetime')
}
