/** What there is room for, or what a text takes of it. */
export interface Room {
  /** In UTF-8, as it is once it is sanitised. */
  bytes: number
  /** In a page, where it stands twice: as HTML, and as JSON for the page's script. */
  bytesInPage: number
  tags: number
}

interface Limits extends Room {
  depth: number
  tagLength: number
}

export interface LimitedText extends Room {
  html: string
  isCut: boolean
}

const voidTags = new Set(
  'area base br col embed hr img input link meta param source track wbr'.split(' '),
)

/** What a tag ends where it begins, as parsers read texts whose end tags were left out. */
const endedBy: Readonly<Record<string, ReadonlySet<string>>> = {
  p: new Set(['p']),
  li: new Set(['li', 'p']),
  dt: new Set(['dt', 'dd', 'p']),
  dd: new Set(['dt', 'dd', 'p']),
  td: new Set(['td', 'th', 'p']),
  th: new Set(['td', 'th', 'p']),
  tr: new Set(['td', 'th', 'tr', 'p']),
  tbody: new Set(['td', 'th', 'tr', 'thead', 'tbody', 'p']),
  tfoot: new Set(['td', 'th', 'tr', 'thead', 'tbody', 'p']),
}

const [lessThan, greaterThan, ampersand, semicolon] = [0x3c, 0x3e, 0x26, 0x3b]
/** The longest name of a character, and a little. */
const longestEntity = 34

/**
 * A rich text cut to what may be parsed and sanitised, in one pass over its letters: at the end of a
 * character, before the tag that would be one too many or too deep. Comments and overlong tags are
 * left out, wherever they stand. Nothing is made harmless here.
 */
export function limitRichText(html: string, limits: Limits): LimitedText {
  const parts: string[] = []
  const open: string[] = []
  let bytes = 0
  let bytesInPage = 0
  let tags = 0
  let from = 0
  let at = 0

  /** What stood on both sides must not become a tag. */
  function leaveOut(until: number) {
    parts.push(html.slice(from, at), nothing)
    from = until
    at = until
  }

  function result(isCut: boolean): LimitedText {
    parts.push(html.slice(from, at))
    return { html: parts.join(''), isCut, bytes, bytesInPage, tags }
  }

  /** @returns whether there was room for it */
  function take(cost: number, asJson: number) {
    bytes += cost
    bytesInPage += cost + asJson
    return bytes <= limits.bytes && bytesInPage <= limits.bytesInPage
  }

  while (at < html.length) {
    const code = html.charCodeAt(at)
    if (code === lessThan && html.startsWith('<!--', at)) {
      const end = html.indexOf('-->', at + 4)
      leaveOut(end < 0 ? html.length : end + 3)
      if (!take(nothing.length, nothing.length)) return result(true)
      continue
    }
    const name = code === lessThan ? tagNameAt(html, at) : ''
    if (name !== '') {
      const end = endOfTag(html, at)
      if (end - at > limits.tagLength) {
        leaveOut(end)
        if (!take(nothing.length, nothing.length)) return result(true)
        continue
      }
      const cost = Buffer.byteLength(html.slice(at, end))
      const counts = follow(open, name) ? 1 : 0
      const isOneTooMany = tags + counts > limits.tags || open.length > limits.depth
      if (isOneTooMany || !take(cost, cost + tagAsJson)) return result(true)
      tags += counts
      at = end
      continue
    }
    const length = lengthAt(html, at, code)
    const cost = costOf(code, length)
    if (!take(cost, cost + extraAsJson(code))) return result(true)
    at += length
  }
  return result(false)
}

const nothing = '<!---->'

/** @returns "p" or "/p", in small letters; empty where no tag begins */
function tagNameAt(html: string, at: number) {
  tagName.lastIndex = at + 1
  return tagName.exec(html)?.[0].toLowerCase() ?? ''
}

const tagName = /\/?[a-z][a-z0-9]{0,30}/iy

/** Just behind the tag: its first ">", as attributes with one in them are the sanitiser's matter. */
function endOfTag(html: string, at: number) {
  const end = html.indexOf('>', at)
  return end < 0 ? html.length : end + 1
}

/**
 * Follows what is open. It never has more than the limit of depth and one.
 * @returns whether the tag counts as one
 */
function follow(open: string[], name: string) {
  if (name.startsWith('/')) {
    const at = open.lastIndexOf(name.slice(1))
    if (at < 0) return true
    open.length = at
    return false
  }
  const ended = endedBy[name]
  if (ended) while (ended.has(open.at(-1) ?? '')) open.pop()
  if (!voidTags.has(name)) open.push(name)
  return true
}

/** How many units stand together: a pair of surrogates, or what stands for a character by its name. */
function lengthAt(html: string, at: number, code: number) {
  if (code >= 0xd800 && code < 0xdc00) return Math.min(2, html.length - at)
  if (code !== ampersand) return 1
  for (let end = at + 1; end < at + longestEntity; end += 1) {
    const next = html.charCodeAt(end)
    if (next === semicolon) return end + 1 - at
    const isPart = (next >= 0x30 && next <= 0x39) || (next | 0x20) >= 0x61 || next === 0x23
    if (!isPart || next > 0x7a) return 1
  }
  return 1
}

/** What a tag takes more in a page's JSON: its angle brackets, of six signs there, and its quotes. */
const tagAsJson = 12

/** What a character takes more there. */
function extraAsJson(code: number) {
  if (code === ampersand || code === lessThan || code === greaterThan) return 5
  return code === 0x22 || code < 0x20 ? 1 : 0
}

/** In bytes, written as a sanitiser writes it. */
function costOf(code: number, length: number) {
  if (code === ampersand) return Math.max(length, '&amp;'.length)
  if (length === 2) return 4
  if (code === lessThan || code === greaterThan) return '&lt;'.length
  if (code < 0x80) return 1
  return code < 0x800 ? 2 : 3
}
