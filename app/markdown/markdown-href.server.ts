import type { LoadContext } from '../content/content.server'
import { addresses, screenAt, screens, type Screen } from '../addresses'
import { languageKey, type Language } from '../language/languages'
import type { RenderedPage } from '../seo/rendered-page.server'

/** The context that addresses in a page's Markdown depend on. */
export interface AddressContext {
  /** The page's own address, absolute. */
  pageUrl: string
  language: Language
  /** Returns the path of a page's Markdown; null for a page without one. */
  markdownPathOf: (path: string) => string | null
}

/** The address context without its function, which cannot be sent to a thread. */
export interface SentContext extends Omit<AddressContext, 'markdownPathOf'> {
  /** The screens that have Markdown. */
  screens: ReadonlySet<Screen>
}

/**
 * Converts a page to Markdown in a thread.
 * @param html the whole page
 * @throws ContentUnavailable when it takes too much time or memory, or too many pages wait
 */
export function convertInThread(
  thread: LoadContext['site']['markdown'],
  html: string,
  page: RenderedPage,
  context: AddressContext,
): Promise<string> {
  return thread.convert(html, page, sentContextOf(context))
}

function sentContextOf({ markdownPathOf, ...context }: AddressContext): SentContext {
  const withMarkdown = Object.values(screens).filter(
    (pattern) => markdownPathOf(`/${pattern.replace(/:\w+/g, 'x')}`) !== null,
  )
  return { ...context, screens: new Set(withMarkdown) }
}

const imageFolder = addresses.image('')

/** Characters that end or escape a Markdown link's address, or are HTML there. */
const markdownSigns = /[\s\p{Cc}()<>\\`]/gu

/**
 * Converts the address of a link or picture for Markdown: absolute; to the target's Markdown in the
 * page's language, if it is a page of this site; pictures in their original size; messages without
 * the proposed text.
 * @returns null for a place in the page itself, and for anything but the web, mail and telephone
 */
export function markdownHref(
  href: string,
  { pageUrl, language, markdownPathOf }: AddressContext,
): string | null {
  if (href.startsWith('#') || !URL.canParse(href, pageUrl)) return null
  const url = new URL(href, pageUrl)
  // Spaces and parentheses mean nothing in a telephone number.
  if (url.protocol === 'tel:') return encoded(url.href.replace(/[\s()]/g, ''))
  if (url.protocol === 'mailto:') return encoded(url.protocol + url.pathname)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return null
  if (url.hostname === 'wa.me') url.searchParams.delete('text')
  if (url.origin === new URL(pageUrl).origin) toOwnAddress(url, language, markdownPathOf)
  return encoded(url.href)
}

function encoded(address: string) {
  return address.replace(markdownSigns, (sign) =>
    // encodeURIComponent keeps parentheses.
    encodeURIComponent(sign).replace('(', '%28').replace(')', '%29'),
  )
}

function toOwnAddress(
  url: URL,
  language: Language,
  markdownPathOf: AddressContext['markdownPathOf'],
) {
  if (url.pathname.startsWith(imageFolder)) url.searchParams.delete('w')
  if (screenAt(url.pathname) === null) return
  if (!url.searchParams.has(languageKey)) url.searchParams.set(languageKey, language)
  const markdown = markdownPathOf(url.pathname)
  if (markdown === null) return
  url.pathname = markdown
  url.hash = ''
}

/**
 * Builds the Link header that names a page's Markdown, in the page's language.
 * @param url of the page, as requested
 * @returns null if the page has none
 */
export function markdownLink(url: string, language: Language, { markdownPathOf }: LoadContext) {
  const { pathname, searchParams } = new URL(url)
  const path = markdownPathOf?.(pathname)
  if (!path) return null
  searchParams.set(languageKey, language)
  return `<${path}?${searchParams}>; rel="alternate"; type="text/markdown"`
}

const letter = '[\\p{L}\\p{N}]'

/** Escapes for characters with a meaning in Markdown. */
const escapes: readonly (readonly [pattern: RegExp, replacement: string])[] = [
  [/[\\`[\]|]/g, '\\$&'],
  // Emphasis has no space on its inner side; underscores inside a word are plain.
  [/\*(?!\s)|(?<!\s)\*/g, '\\*'],
  [new RegExp(`(?<!${letter})_(?!\\s)|(?<!\\s)_(?!${letter})`, 'gu'), '\\_'],
  // A closing tilde makes text struck through.
  [/(?<=\S)~/g, '\\~'],
  // Entities and raw HTML.
  [/&(?=#?\w+;)/g, '&amp;'],
  [/<(?=[a-z/!?])/gi, '&lt;'],
  // Headings, quotations, lists, rules, tables.
  [/^(?:#{1,6}|[-+*])(?=\s|$)|^>|^(?::?-+:?|=+)(?=\s*$)/, '\\$&'],
  [/^(\d{1,9})([.)])(?=\s|$)/, '$1\\$2'],
]

/** Escapes a text for Markdown. */
export function escapeText(text: string) {
  return escapes.reduce(
    (escaped, [pattern, replacement]) => escaped.replace(pattern, replacement),
    text,
  )
}

/** Escapes a text for one line of Markdown. */
export function escapeLine(text: string) {
  return escapeText(text.replace(/\s+/g, ' ').trim())
}

/**
 * Builds a link. Brackets in its text become entities, since some programs read escaped ones as a
 * nested link.
 * @param text Markdown, on one line
 */
export function linkOf(text: string, address: string) {
  return `[${text.replaceAll('\\[', '&#91;').replaceAll('\\]', '&#93;')}](${address})`
}

/** Marks the start of a link until its context is known; pages never contain NUL. */
const linkStart = '\0'

/** Builds a link that may follow any text; see `joinLinks`. */
export function inlineLink(text: string, address: string) {
  return linkStart + linkOf(text, address)
}

/** Completes Markdown with inline links: an exclamation mark before one would make it a picture. */
export function joinLinks(markdown: string) {
  return markdown.replaceAll(`!${linkStart}`, '\\!').replaceAll(linkStart, '')
}
