const letter = '[\\p{L}\\p{N}]'

/** What would mean something in Markdown, and how it is written so that it stays text. */
const escapes: readonly (readonly [pattern: RegExp, replacement: string])[] = [
  [/[\\`[\]|]/g, '\\$&'],
  // Emphasis has no space on its inner side; underscores inside a word are plain.
  [/\*(?!\s)|(?<!\s)\*/g, '\\*'],
  [new RegExp(`(?<!${letter})_(?!\\s)|(?<!\\s)_(?!${letter})`, 'gu'), '\\_'],
  // Only with an end is it struck through.
  [/(?<=\S)~/g, '\\~'],
  // Entities and raw HTML.
  [/&(?=#?\w+;)/g, '&amp;'],
  [/<(?=[a-z/!?])/gi, '&lt;'],
  // Headings, quotations, lists, rules, tables.
  [/^(?:#{1,6}|[-+*])(?=\s|$)|^>|^(?::?-+:?|=+)(?=\s*$)/, '\\$&'],
  [/^(\d{1,9})([.)])(?=\s|$)/, '$1\\$2'],
]

/** Escapes a text, so that it stays text in Markdown. */
export function escapeText(text: string) {
  return escapes.reduce(
    (escaped, [pattern, replacement]) => escaped.replace(pattern, replacement),
    text,
  )
}

/** The same for a text that has to be on one line. */
export function escapeLine(text: string) {
  return escapeText(text.replace(/\s+/g, ' ').trim())
}

/**
 * A link. Brackets in it are entities, because some programs read escaped ones as a link in the
 * link.
 * @param text Markdown, on one line
 */
export function linkOf(text: string, address: string) {
  return `[${text.replaceAll('\\[', '&#91;').replaceAll('\\]', '&#93;')}](${address})`
}

/** Where a link begins while its surroundings are not known yet: no page has this character. */
const linkStart = '\0'

/** A link after any text; see `joinLinks`. */
export function inlineLink(text: string, address: string) {
  return linkStart + linkOf(text, address)
}

/** Completes Markdown with inline links: an exclamation mark before one would make it a picture. */
export function joinLinks(markdown: string) {
  return markdown.replaceAll(`!${linkStart}`, '\\!').replaceAll(linkStart, '')
}
