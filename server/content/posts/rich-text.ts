import sanitizeHtml from 'sanitize-html'
import { serialize } from 'parse5'
import { normaliseAsBrowser } from './browser-reading.ts'
import { readPastedHtml } from './pasted-html/read-pasted-html.ts'
import type { TextContext } from './pasted-html/reading.ts'
import { pictureAddress } from './picture-address.ts'
import { caps } from '../reading/caps.ts'
import { limitRichText, type RichTextBudget } from '../reading/limit-rich-text.ts'

/** Ids that a page's own ones do not begin with; its texts have them for their own links. */
const ownId = /^text-[\p{L}\p{N}_-]{0,200}$/u

/**
 * Allows what an article needs, and nothing that runs, loads from another site, or affects the page
 * outside its element: no styles, classes, frames or forms, and no ids but its own. Headings start at
 * h2, below the page's own h1.
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
  // Flattens deep nesting rather than failing on it, which would make the page unavailable.
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
 * Makes rich text of the content API, as editors and word processors write it, what a page can have:
 * harmless, and so well formed that browsers parse exactly the elements that it has, all inside their
 * parent. Done once, when a response is read.
 */
export function sanitiseRichText(html: string, context: TextContext = {}) {
  return sanitiseWritten(writtenOf(html, context))
}

/** The text as it is written here; as it was, if that would be far too many elements. */
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

/** A text as readers see it, for counting its words: sanitised in one pass. */
export function sanitiseOnce(html: string) {
  return html === '' ? '' : sanitizeHtml(writtenOf(html, {}), rules).trim()
}

export interface CutText {
  html: string
  isCut: boolean
}

/** What is left for the texts of a response, as they are written and as they arrive. */
export interface TextBudget {
  written: RichTextBudget
  source: Pick<RichTextBudget, 'bytes' | 'tags'>
}

/**
 * Truncates and sanitises any text, however long or malformed. The text is cut at the caps and the
 * remaining budget first, so that sanitising takes a bounded time.
 * @param budget what the texts before it left of the response's budget; spends what the text uses
 * @param note appended to a text that was cut; sanitised
 * @returns a text that would not be cut again
 */
export function cutRichText(
  html: string,
  budget: TextBudget,
  note: string,
  context: TextContext,
): CutText {
  const limits = { ...budget.written, depth: caps.tagDepth, tagLength: caps.tagLength }
  const source = cutSource(html, budget.source, context.onDrop)
  const text = cutWritten(writtenOf(source.html, context), source.isCut, limits, note)
  spend(budget.written, text)
  return text
}

/**
 * Truncates a text as it arrives to what may be parsed.
 * @param budget spends what the text uses
 */
export function cutSource(
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

/** @param wasCut whether the text lacks something already */
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
  // Sanitising may lengthen a text: then retry with less of it.
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

/** Attributes without an id that may be the page's. */
function withOwnId({ id, ...attributes }: sanitizeHtml.Attributes): sanitizeHtml.Attributes {
  return id !== undefined && ownId.test(id) ? { id, ...attributes } : attributes
}

/** Browsers ignore white space in a URL, so ignore it here too. */
function isExternal(address = '') {
  return /^https?:/i.test(address.replace(/[\s\u0000-\u001F]+/g, ''))
}
