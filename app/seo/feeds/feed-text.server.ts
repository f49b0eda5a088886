import { decodeEntities } from '../../content/plain-text'
import { languages, type Language } from '../../language/languages'

/** Start tags with attributes that mean nothing outside of the page. */
const startTag = /<(?:a|img|bdi)\s[^<>]*>/g

/** Those attributes: the page's style sheet, and its way of loading pictures. */
const pageAttributes = / (?:class|loading)="[^"]*"/g

const address = / (href|src)="([^"]*)"/g

/**
 * A rich text of a page for feed readers: with absolute addresses, and with its language and direction.
 * @param html as the page has it: sanitised, so that "<" and ">" only begin and end tags
 * @param pageUrl the absolute address of the page, to which the addresses in the text are relative
 */
export function feedHtml(html: string, pageUrl: string, language: Language) {
  const { lang, dir } = languages[language]
  const text = html.replace(startTag, (tag) =>
    tag
      .replace(pageAttributes, '')
      .replace(address, (_, name: string, value: string) => absolute(name, value, pageUrl)),
  )
  return `<div lang="${lang}" dir="${dir}">${text}</div>`
}

/** @returns the attribute, or nothing for an address that browsers cannot read either */
function absolute(name: string, value: string, pageUrl: string) {
  const url = decodeEntities(value)
  if (!URL.canParse(url, pageUrl)) return ''
  return ` ${name}="${new URL(url, pageUrl).href.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`
}

/** A plain text as HTML. */
export function htmlOfText(text: string) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
