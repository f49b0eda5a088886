/** Size of the part of a received text that may be parsed. */
export interface SourceSize {
  /** UTF-8 bytes. */
  bytes: number
  /** Start and end tags. */
  tags: number
}

export interface TruncatedText {
  html: string
  isCut: boolean
}

/**
 * A comment, or a tag up to its first ">". A ">" inside an attribute is left to the parser, so at
 * most too many tags are counted.
 */
const markup = /<!--(?:-?>|[^]*?(?:--!?>|$))|<\/?([a-z][^\s/>]*)[^>]*>?/gi

/** Longer tags and comments are dropped, such as an image with a data URL. UTF-16 units. */
const maxLength = 8_192

/** Keeps the text on both sides of a dropped tag from forming another. */
const separator = '<!---->'

/**
 * Truncates a received text to what may be parsed, in one pass. Does not sanitise.
 * @param budget spends what the text uses
 * @param onDrop called with the name of each tag that is too long
 */
export function truncateSource(
  html: string,
  budget: SourceSize,
  onDrop?: (tagName: string) => void,
): TruncatedText {
  let kept = ''
  let from = 0
  let tags = 0
  let isCut = false
  for (const { 0: written, 1: name, index } of html.matchAll(markup)) {
    // A character takes at least one byte.
    if (kept.length + index - from > budget.bytes) break
    if (written.length > maxLength) {
      if (name !== undefined) onDrop?.(name.toLowerCase())
      kept += html.slice(from, index) + separator
      from = index + written.length
    } else if (name !== undefined) {
      isCut = tags >= budget.tags
      if (isCut) {
        html = html.slice(0, index)
        break
      }
      tags += 1
    }
  }
  kept += html.slice(from)
  const bytes = Buffer.from(kept)
  const start = bytes.subarray(0, Math.max(0, budget.bytes))
  budget.bytes -= start.length
  budget.tags -= tags
  if (start.length === bytes.length) return { html: kept, isCut }
  // Whole characters only, and no part of a tag or entity.
  const text = new TextDecoder().decode(start, { stream: true }).replace(/[<&][^<>&;]{0,40}$/, '')
  return { html: text, isCut: true }
}
