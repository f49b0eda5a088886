import sanitizeHtml from 'sanitize-html'
import type { ImageWidth } from '../../images/widths.ts'
import { asBrowsersRead } from './browser-reading.ts'
import { isFileName } from './file-name.ts'
import { caps } from '../reading/caps.ts'
import { limitRichText, type Room } from '../reading/limit-rich-text.ts'

/**
 * What an editor needs to write an article, and nothing that runs, loads from elsewhere, or
 * reaches out of its box: no styles, no classes, no ids, no frames, no forms. Headings start
 * at h2, since the page's own h1 stands above.
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
  // A sanitiser that gives up on depth would be a way to keep the page from being made.
  nestingLimit: 40,
  transformTags: {
    h1: 'h2',
    a: (tagName, attributes) => ({
      tagName,
      attribs: {
        ...attributes,
        ...(leadsOutside(attributes.href) && { rel: 'noopener nofollow' }),
      },
    }),
    img: (tagName, attributes) => ({
      tagName,
      attribs: { ...attributes, src: imageAddress(attributes.src ?? ''), loading: 'lazy' },
    }),
  },
  exclusiveFilter: (frame) => frame.tag === 'img' && !frame.attribs.src,
}

/** As wide as a text is on most screens, in pixels: one of those that pictures are made in. */
const imageWidth: ImageWidth = 800

/** Editors' texts are read as they stand at once; made ones, in a few turns. */
const mostTurns = 5

/**
 * Rich text as the content API sent it, made fit to be put into a page: harmless, and so well formed
 * that browsers find in it the very elements that are written there, none of them outside of its box.
 * Done once, on arrival.
 */
export function sanitiseRichText(html: string) {
  let clean = sanitizeHtml(html, rules).trim()
  for (let turn = 0; turn < mostTurns; turn += 1) {
    const read = asBrowsersRead(clean)
    if (read === null) break
    // They read what is written, and that is harmless.
    if (read === clean) return clean
    const again = sanitizeHtml(read, rules).trim()
    if (again === clean) return clean
    clean = again
  }
  return sanitizeHtml(clean, { allowedTags: [] }).trim()
}

/** Harmless and well formed, but for what browsers may make of it: for reading its words. */
export function sanitiseOnce(html: string) {
  return html === '' ? '' : sanitizeHtml(html, rules).trim()
}

export interface CutText extends Room {
  html: string
  isCut: boolean
}

/**
 * The same for any text, however long and odd: what is beyond the caps, or what there is room for,
 * is cut off first, and sanitising takes a time that is known.
 * @param room what the texts before it have left
 * @param note what is said at the end of a text that was cut; sanitised
 * @returns a text that would not be cut again, and what it takes of the room
 */
export function cutRichText(html: string, room: Room, note: string): CutText {
  const most = { ...room, depth: caps.tagDepth, tagLength: caps.tagLength }
  const end = limitRichText(note, { ...most, bytes: Infinity, bytesInPage: Infinity })
  const nothing = { html: note, isCut: true, bytes: 0, bytesInPage: 0, tags: 0 }
  const isFull = room.bytes < end.bytes || room.bytesInPage < end.bytesInPage || room.tags < 2
  if (isFull) return nothing
  let limited = limitRichText(html, most)
  // Sanitising may write more than was there: then it gets less to write.
  for (let part = 1; part > 1 / 32; part /= 2) {
    if (limited.isCut || part < 1) {
      limited = limitRichText(html, {
        ...most,
        bytes: (room.bytes - end.bytes) * part,
        bytesInPage: (room.bytesInPage - end.bytesInPage) * part,
        tags: (room.tags - 1) * part,
      })
    }
    const isCut = limited.isCut || part < 1
    const clean = sanitiseRichText(limited.html)
    const whole = isCut ? clean + note : clean
    const { isCut: isTooMuch, bytes, bytesInPage, tags } = limitRichText(whole, most)
    if (!isTooMuch) return { html: whole, isCut, bytes, bytesInPage, tags }
  }
  return nothing
}

/** Browsers leave out white space in an address, so it is left out here too. */
function leadsOutside(address = '') {
  return /^https?:/i.test(address.replace(/[\s\u0000-\u001F]+/g, ''))
}

/** Pictures inside a text come through the site's own image address, from the same base as all. */
function imageAddress(source: string) {
  const file = decoded(source.split(/[?#]/)[0]?.split('/').pop() ?? '')
  return isFileName(file) && /\.(png|jpe?g|webp|gif|avif)$/i.test(file)
    ? `/images/post/${encodeURIComponent(file)}?w=${imageWidth}`
    : ''
}

function decoded(segment: string) {
  try {
    return decodeURIComponent(segment)
  } catch {
    return ''
  }
}
