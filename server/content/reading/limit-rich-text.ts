/** A budget for rich text, or the part of it that a text uses. */
export interface RichTextBudget {
  /** UTF-8 bytes after sanitising. */
  bytes: number
  /** Bytes in a page, which contains it twice: as HTML, and as JSON for hydration. */
  bytesInPage: number
  tags: number
}

interface Limits extends RichTextBudget {
  depth: number
  tagLength: number
  /** Called with the name of each tag that is too long. */
  onDrop?: ((tagName: string) => void) | undefined
}

export interface LimitedText extends RichTextBudget {
  html: string
  isCut: boolean
}

const voidTags = new Set(
  'area base br col embed hr img input link meta param source track wbr'.split(' '),
)

/** Elements that a start tag closes implicitly, as parsers treat omitted end tags. */
const closedBy = new Map<string, ReadonlySet<string>>([
  ['p', new Set(['p'])],
  ['li', new Set(['li', 'p'])],
  ['dt', new Set(['dt', 'dd', 'p'])],
  ['dd', new Set(['dt', 'dd', 'p'])],
  ['td', new Set(['td', 'th', 'p'])],
  ['th', new Set(['td', 'th', 'p'])],
  ['tr', new Set(['td', 'th', 'tr', 'p'])],
  ['tbody', new Set(['td', 'th', 'tr', 'thead', 'tbody', 'p'])],
  ['tfoot', new Set(['td', 'th', 'tr', 'thead', 'tbody', 'p'])],
])

const [lessThan, greaterThan, ampersand, semicolon] = [0x3c, 0x3e, 0x26, 0x3b]
/** The longest HTML entity, and a little more. */
const maxEntityLength = 34

/**
 * Cuts a rich text to what may be parsed and sanitised, in one pass: after a whole character,
 * before the first tag that exceeds the number or depth of tags. Comments and overlong tags are
 * dropped anywhere. Does not sanitise.
 */
export function limitRichText(html: string, limits: Limits): LimitedText {
  const parts: string[] = []
  const open: string[] = []
  let bytes = 0
  let bytesInPage = 0
  let tags = 0
  let from = 0
  let at = 0

  /** Drops a range. The separator keeps the text on both sides from forming a tag. */
  function drop(end: number) {
    parts.push(html.slice(from, at), separator)
    from = end
    at = end
  }

  function result(isCut: boolean): LimitedText {
    parts.push(html.slice(from, at))
    return { html: parts.join(''), isCut, bytes, bytesInPage, tags }
  }

  /** @returns whether it fits the budget */
  function spend(cost: number, jsonBytes: number) {
    bytes += cost
    bytesInPage += cost + jsonBytes
    return bytes <= limits.bytes && bytesInPage <= limits.bytesInPage
  }

  while (at < html.length) {
    const code = html.charCodeAt(at)
    if (code === lessThan && html.startsWith('<!--', at)) {
      const end = html.indexOf('-->', at + 4)
      drop(end < 0 ? html.length : end + 3)
      if (!spend(separator.length, separator.length)) return result(true)
      continue
    }
    const name = code === lessThan ? tagNameAt(html, at) : ''
    if (name !== '') {
      const end = endOfTag(html, at)
      if (end - at > limits.tagLength) {
        limits.onDrop?.(name)
        drop(end)
        if (!spend(separator.length, separator.length)) return result(true)
        continue
      }
      const cost = Buffer.byteLength(html.slice(at, end))
      const counts = trackOpen(open, name) ? 1 : 0
      const exceedsTags = tags + counts > limits.tags || open.length > limits.depth
      if (exceedsTags || !spend(cost, cost + jsonExtraOfTag)) return result(true)
      tags += counts
      at = end
      continue
    }
    const length = lengthAt(html, at, code)
    const cost = costOf(code, length)
    if (!spend(cost, cost + jsonExtra(code))) return result(true)
    at += length
  }
  return result(false)
}

const separator = '<!---->'

/** @returns "p" or "/p", in lower case; empty where no tag begins */
function tagNameAt(html: string, at: number) {
  tagName.lastIndex = at + 1
  return tagName.exec(html)?.[0].toLowerCase() ?? ''
}

const tagName = /\/?[a-z][a-z0-9]{0,30}/iy

/** Position after the tag's first ">". A ">" inside an attribute is left to the sanitiser. */
function endOfTag(html: string, at: number) {
  const end = html.indexOf('>', at)
  return end < 0 ? html.length : end + 1
}

/**
 * Tracks open elements; there are never more than the depth limit plus one.
 * @returns whether the tag counts towards the limit
 */
function trackOpen(open: string[], name: string) {
  if (name.startsWith('/')) {
    const at = open.lastIndexOf(name.slice(1))
    if (at < 0) return true
    open.length = at
    return false
  }
  const closed = closedBy.get(name)
  if (closed) while (closed.has(open.at(-1) ?? '')) open.pop()
  if (!voidTags.has(name)) open.push(name)
  return true
}

/**
 * Length of the character in UTF-16 units: a surrogate pair, or a whole entity, counts as one
 * character.
 */
function lengthAt(html: string, at: number, code: number) {
  if (code >= 0xd800 && code < 0xdc00) return Math.min(2, html.length - at)
  if (code !== ampersand) return 1
  for (let end = at + 1; end < at + maxEntityLength; end += 1) {
    const next = html.charCodeAt(end)
    if (next === semicolon) return end + 1 - at
    const isPart = (next >= 0x30 && next <= 0x39) || (next | 0x20) >= 0x61 || next === 0x23
    if (!isPart || next > 0x7a) return 1
  }
  return 1
}

/**
 * Extra bytes of a tag in a page's JSON: its angle brackets take six characters each there, and its
 * quotes are escaped.
 */
const jsonExtraOfTag = 12

/** Extra bytes of a character in a page's JSON. */
function jsonExtra(code: number) {
  if (code === ampersand || code === lessThan || code === greaterThan) return 5
  return code === 0x22 || code < 0x20 ? 1 : 0
}

/** Bytes of a character as the sanitiser writes it. */
function costOf(code: number, length: number) {
  if (code === ampersand) return Math.max(length, '&amp;'.length)
  if (length === 2) return 4
  if (code === lessThan || code === greaterThan) return '&lt;'.length
  if (code < 0x80) return 1
  return code < 0x800 ? 2 : 3
}
