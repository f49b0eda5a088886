import { plainText } from '@site/arabic-text/characters'
import { sanitiseRichText } from '@site/rich-text/sanitise'

// Other programs write descriptions as HTML. An author's text is plain or Markdown, and may have signs of HTML: "<5 mA".

const blocks =
  'p|ul|ol|li|dl|dt|dd|table|thead|tbody|tfoot|tr|td|th|div|h[1-6]|hr|blockquote|pre|section|article|header|footer|figure|style'
const inlines = 'br|b|strong|i|em|u|s|sub|sup|small|code|span|font|a|img|bdi|mark|del|ins'

/** A tag of one of these elements: what follows its name is none, or attributes with values. */
const tagOf = (names: string) => `<\\/?(?:${names})(?:\\s+[\\w:-]+\\s*=[^<>]*)?\\s*\\/?>`

const anyTag = new RegExp(tagOf(`${blocks}|${inlines}`), 'i')
const blockTag = new RegExp(tagOf(blocks), 'i')
const firstTag = new RegExp(`^\\s*(?:<!--[^]{0,200}?-->\\s*)?${tagOf(`${blocks}|${inlines}`)}`, 'i')
const entity = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z]{2,8}\d{0,2});/i

/** Whether a whole text is HTML: it begins with a tag. */
export function beginsAsHtml(text: string): boolean {
  return firstTag.test(text)
}

/** Marks a text in which somewhere a tag stands as HTML as a whole, by a tag at its start. */
export function markedAsHtml(text: string): string {
  return anyTag.test(text) && !beginsAsHtml(text) ? `<span>${text}</span>` : text
}

/** Converts a text that is HTML to what the site shows of a content API's text. Without blocks, its lines stay lines. */
export function safeHtmlOf(html: string): string {
  const isOfBlocks = blockTag.test(html)
  return sanitiseRichText(isOfBlocks ? html : `<p>${html.trim().replace(/\r?\n/g, '<br>')}</p>`)
}

/** Converts a line with tags or entities of HTML to plain text. */
export function withoutMarkup(text: string): string {
  if (!anyTag.test(text) && !entity.test(text)) return text
  return plainText(sanitiseRichText(text)).replace(/\s+/g, ' ')
}
