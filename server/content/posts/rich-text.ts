import sanitizeHtml from 'sanitize-html'
import type { ImageWidth } from '../../images/widths.ts'
import { normaliseAsBrowser } from './browser-reading.ts'
import { decodeFileName, encodeFileName, isFileName } from './file-name.ts'
import { caps } from '../reading/caps.ts'
import { limitRichText, type RichTextBudget } from '../reading/limit-rich-text.ts'

/**
 * Allows what an article needs, and nothing that runs, loads from another site, or affects the page
 * outside its element: no styles, classes, ids, frames or forms. Headings start at h2, below the
 * page's own h1.
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
    '*': ['dir', 'lang'],
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
      attribs: { ...attributes, src: imageUrl(attributes.src ?? ''), loading: 'lazy' },
    }),
  },
  exclusiveFilter: (frame) => frame.tag === 'img' && !frame.attribs.src,
}

/** The width of the text column on most screens, in pixels; one of the image widths. */
const imageWidth: ImageWidth = 800

/** Ordinary texts are stable after one pass; crafted ones may need a few. */
const maxPasses = 5

/**
 * Sanitises rich text of the content API for a page: harmless, and so well formed that browsers
 * parse exactly the elements that it has, all inside their parent. Done once, when a response is
 * read.
 */
export function sanitiseRichText(html: string) {
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

/** Sanitises in one pass, without the browser re-parsing: only for counting words. */
export function sanitiseOnce(html: string) {
  return html === '' ? '' : sanitizeHtml(html, rules).trim()
}

export interface CutText extends RichTextBudget {
  html: string
  isCut: boolean
}

/**
 * Truncates and sanitises any text, however long or malformed. The text is cut at the caps and the
 * remaining budget first, so that sanitising takes a bounded time.
 * @param budget what the texts before it left of the response's budget
 * @param note appended to a text that was cut; sanitised
 * @returns a text that would not be cut again, and the budget that it uses
 */
export function cutRichText(html: string, budget: RichTextBudget, note: string): CutText {
  const limits = { ...budget, depth: caps.tagDepth, tagLength: caps.tagLength }
  const noteSize = limitRichText(note, { ...limits, bytes: Infinity, bytesInPage: Infinity })
  const noteOnly = { html: note, isCut: true, bytes: 0, bytesInPage: 0, tags: 0 }
  const isFull =
    budget.bytes < noteSize.bytes || budget.bytesInPage < noteSize.bytesInPage || budget.tags < 2
  if (isFull) return noteOnly
  let limited = limitRichText(html, limits)
  // Sanitising may lengthen a text: then retry with less of it.
  for (let share = 1; share > 1 / 32; share /= 2) {
    if (limited.isCut || share < 1) {
      limited = limitRichText(html, {
        ...limits,
        bytes: (budget.bytes - noteSize.bytes) * share,
        bytesInPage: (budget.bytesInPage - noteSize.bytesInPage) * share,
        tags: (budget.tags - 1) * share,
      })
    }
    const isCut = limited.isCut || share < 1
    const clean = sanitiseRichText(limited.html)
    const withNote = isCut ? clean + note : clean
    const { isCut: exceeds, bytes, bytesInPage, tags } = limitRichText(withNote, limits)
    if (!exceeds) return { html: withNote, isCut, bytes, bytesInPage, tags }
  }
  return noteOnly
}

/** Browsers ignore white space in a URL, so ignore it here too. */
function isExternal(address = '') {
  return /^https?:/i.test(address.replace(/[\s\u0000-\u001F]+/g, ''))
}

/** Where the images of an API are, and where ours are: what follows may be in a folder. */
const imagePath = '/images/post/'

const isPicture = (name: string) => isFileName(name) && /\.(png|jpe?g|webp|gif|avif)$/i.test(name)

/** Maps images in a text to our own image URLs, served from the same image base. */
function imageUrl(source: string) {
  const path = source.trim().split(/[?#]/)[0] ?? ''
  const start = path.lastIndexOf(imagePath)
  const names = [
    start < 0 ? '' : path.slice(start + imagePath.length),
    path.slice(path.lastIndexOf('/') + 1),
  ]
  const file = names.map(decodeFileName).find(isPicture)
  return file === undefined ? '' : `${imagePath}${encodeFileName(file)}?w=${imageWidth}`
}
