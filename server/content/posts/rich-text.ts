import sanitizeHtml from 'sanitize-html'
import { serialize } from 'parse5'
import { normaliseAsBrowser } from './normalise-html.ts'
import { readPastedHtml } from '../pasted-html/read-pasted-html.ts'
import type { TextContext } from '../pasted-html/reading.ts'
import { pictureAddress } from './post-fields.ts'
import { caps } from '../parse/limit-json.ts'

/** The budget for rich text, or the part of it that a text uses. */
interface RichTextBudget {
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

interface LimitedText extends RichTextBudget {
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
/** Exceeds the longest HTML entity. */
const maxEntityLength = 34

/**
 * Cuts a rich text to what may be parsed and sanitised, in one pass: after a whole character,
 * before the first tag that exceeds the number or depth of tags. Comments and overlong tags are
 * dropped anywhere. Does not sanitise.
 */
function limitRichText(html: string, limits: Limits): LimitedText {
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

/** IDs reserved for the targets of a text's own links; the page's IDs never start like this. */
const ownId = /^text-[\p{L}\p{N}_-]{0,200}$/u

/**
 * Allows what an article needs, and nothing that runs, loads from another site, or affects the page
 * outside its element: no styles, classes, frames or forms, and no IDs except reserved ones.
 * Headings start at h2, below the page's h1.
 */
const rules: sanitizeHtml.IOptions = {
  allowedTags: [
    ...['h2', 'h3', 'h4', 'p', 'br', 'hr', 'ul', 'ol', 'li', 'dl', 'dt', 'dd', 'blockquote'],
    ...['strong', 'b', 'em', 'i', 'u', 's', 'sub', 'sup', 'small', 'code', 'pre', 'bdi', 'span'],
    ...['a', 'img', 'figure', 'figcaption'],
    ...['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'],
  ],
  allowedAttributes: {
    a: ['href', 'rel'],
    img: ['src', 'alt', 'loading'],
    th: ['scope', 'colspan', 'rowspan'],
    td: ['colspan', 'rowspan'],
    ol: ['start', 'reversed', { name: 'type', values: ['a', 'A', 'i', 'I'] }],
    li: ['value'],
    '*': ['dir', 'lang', 'id'],
  },
  allowedSchemes: ['https', 'http', 'mailto', 'tel'],
  allowProtocolRelative: false,
  // Flattens deep nesting instead of failing, which would make the page unavailable.
  nestingLimit: 40,
  transformTags: {
    h1: 'h2',
    a: (tagName, attributes) => ({
      tagName,
      attribs: {
        ...attributes,
        ...(isExternal(attributes.href) && { rel: 'noopener nofollow' }),
      },
    }),
    img: (tagName, attributes) => ({
      tagName,
      attribs: { ...attributes, src: pictureAddress(attributes.src ?? ''), loading: 'lazy' },
    }),
    '*': (tagName, attributes) => ({ tagName, attribs: withOwnId(attributes) }),
  },
  exclusiveFilter: (frame) => frame.tag === 'img' && !frame.attribs.src,
}

/** Ordinary texts are stable after one pass; crafted ones may need a few. */
const maxPasses = 5

/**
 * Normalises and sanitises rich text from editors and word processors, so that it is harmless, and
 * browsers parse exactly its elements, all inside their parent. Done once, when a response is
 * parsed.
 */
export function sanitiseRichText(html: string, context: TextContext = {}) {
  return sanitiseWritten(writtenOf(html, context))
}

/** Rewrites pasted HTML; returns it unchanged if it would become too many elements. */
function writtenOf(html: string, context: TextContext) {
  const text = readPastedHtml(html, context)
  return text === null ? html : serialize(text)
}

function sanitiseWritten(html: string) {
  let clean = sanitizeHtml(html, rules).trim()
  for (let pass = 0; pass < maxPasses; pass += 1) {
    const parsed = normaliseAsBrowser(clean)
    if (parsed === null) break
    // Browsers parse it unchanged, and it is sanitised.
    if (parsed === clean) return clean
    const cleanAgain = sanitizeHtml(parsed, rules).trim()
    if (cleanAgain === clean) return clean
    clean = cleanAgain
  }
  return sanitizeHtml(clean, { allowedTags: [] }).trim()
}

/** Sanitises a text in one pass, for counting its words. */
export function sanitiseOnce(html: string) {
  return html === '' ? '' : sanitizeHtml(writtenOf(html, {}), rules).trim()
}

interface CutText {
  html: string
  isCut: boolean
}

/** The remaining budget for a response's texts, as written and as received. */
interface TextBudget {
  written: RichTextBudget
  source: Pick<RichTextBudget, 'bytes' | 'tags'>
}

/**
 * Truncates and sanitises any text, however long or malformed. It is truncated first, so that
 * sanitising takes bounded time.
 * @param budget remaining budget of the response; spends what the text uses
 * @param note appended to a truncated text; sanitised
 * @returns a text that would not be truncated again
 */
export function truncateRichText(
  html: string,
  budget: TextBudget,
  note: string,
  context: TextContext,
): CutText {
  const limits = { ...budget.written, depth: caps.tagDepth, tagLength: caps.tagLength }
  const source = truncateSource(html, budget.source, context.onDrop)
  const text = cutWritten(writtenOf(source.html, context), source.isCut, limits, note)
  spend(budget.written, text)
  return text
}

/**
 * Truncates a received text to what may be parsed.
 * @param budget spends what the text uses
 */
export function truncateSource(
  html: string,
  budget: TextBudget['source'],
  onDrop?: TextContext['onDrop'],
): CutText {
  const { tagDepth: depth, tagLength } = caps
  const text = limitRichText(html, { ...budget, bytesInPage: Infinity, depth, tagLength, onDrop })
  spend(budget, text)
  return text
}

function spend<K extends keyof RichTextBudget>(
  budget: Record<K, number>,
  used: Record<NoInfer<K>, number>,
) {
  for (const name in budget) budget[name] -= used[name]
}

/** @param wasCut whether the text has already been truncated */
function cutWritten(
  html: string,
  wasCut: boolean,
  limits: RichTextBudget & { depth: number; tagLength: number },
  note: string,
): CutText & RichTextBudget {
  const noteSize = limitRichText(note, { ...limits, bytes: Infinity, bytesInPage: Infinity })
  const noteOnly = { html: note, isCut: true, bytes: 0, bytesInPage: 0, tags: 0 }
  const isFull =
    limits.bytes < noteSize.bytes || limits.bytesInPage < noteSize.bytesInPage || limits.tags < 2
  if (isFull) return noteOnly
  const whole = wasCut ? null : limitRichText(html, limits)
  // Sanitising may lengthen a text; this retries with less of it.
  for (let share = 1; share > 1 / 32; share /= 2) {
    const isCut = whole === null || whole.isCut || share < 1
    const limited = isCut
      ? limitRichText(html, {
          ...limits,
          bytes: (limits.bytes - noteSize.bytes) * share,
          bytesInPage: (limits.bytesInPage - noteSize.bytesInPage) * share,
          tags: (limits.tags - 1) * share,
        })
      : whole
    const clean = sanitiseWritten(limited.html)
    const withNote = isCut ? clean + note : clean
    const { isCut: exceeds, bytes, bytesInPage, tags } = limitRichText(withNote, limits)
    if (!exceeds) return { html: withNote, isCut, bytes, bytesInPage, tags }
  }
  return noteOnly
}

/** Drops an ID that could be the page's. */
function withOwnId({ id, ...attributes }: sanitizeHtml.Attributes): sanitizeHtml.Attributes {
  return id !== undefined && ownId.test(id) ? { id, ...attributes } : attributes
}

/** Ignores white space in a URL, as browsers do. */
function isExternal(address = '') {
  return /^https?:/i.test(address.replace(/[\s\u0000-\u001F]+/g, ''))
}
