import { addresses, screenAt } from '../addresses'
import { languageKey, type Language } from '../language/languages'

/** What the addresses in a page's Markdown depend on. */
export interface AddressContext {
  /** The page's own address, absolute. */
  pageUrl: string
  language: Language
  /** The path of a page's Markdown; null for anything but a page that has one. */
  markdownPathOf: (path: string) => string | null
}

const imageFolder = addresses.image('')

/** What ends or escapes a part of a link in Markdown, or is HTML there. */
const markdownSigns = /[\s\p{Cc}()<>\\`]/gu

/**
 * The address that a link or picture of a page has in its Markdown: absolute; that of the Markdown where it
 * leads to a page of the site, in the page's language; pictures in their original size; messages without the
 * text that the page proposes.
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
    // Which leaves parentheses.
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
