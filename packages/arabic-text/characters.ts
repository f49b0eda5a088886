/** Replaces Arabic, Persian and full-width digits with 0 to 9. */
export function withLatinDigits(text: string) {
  return text.replace(/[\u0660-\u0669\u06F0-\u06F9\uFF10-\uFF19]/g, (digit) =>
    String(digit.charCodeAt(0) & 0xf),
  )
}

/** Typed or pasted variants of signs, and the form in which they are parsed. */
const forms: [pattern: RegExp, plain: string][] = [
  // Tatweel is typed as a dash in Arabic.
  [/[\u0640\u2010-\u2015\u2212\uFE58\uFE63\uFF0D]/g, '-'],
  [/[\t\v\f\p{Zs}]/gu, ' '],
  [/[\uFF0B\uFE62\u207A]/g, '+'],
  [/[\u2044\u2215\uFF0F]/g, '/'],
  [/[\u066B\uFF0E]/g, '.'],
  [/[\uFF20\uFE6B]/g, '@'],
  [/\uFF08/g, '('],
  [/\uFF09/g, ')'],
]

/** Direction marks, zero-width characters and soft hyphens, which come with pasted values. */
const invisible =
  /[\u00AD\u061C\u200B-\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]|\u20E3|[\uFE0E\uFE0F]/g

/** Replaces an invisible character, so that offsets stay those of the original text. */
export const zeroWidthSpace = '\u200B'

/**
 * Normalises digits, spaces, hyphens and signs. Each character keeps its offset, so that matches
 * can be cut out of the original text.
 */
export function withPlainCharacters(text: string) {
  if (/^[ -~]*$/.test(text)) return text
  let plain = withLatinDigits(text).replace(invisible, zeroWidthSpace)
  for (const [pattern, sign] of forms) plain = plain.replace(pattern, sign)
  return plain
}

/** Normalises a text and removes invisible characters and surrounding spaces. */
export function plainTextOf(text: string) {
  return withPlainCharacters(text).replaceAll(zeroWidthSpace, '').trim()
}

/**
 * Whether a text has a letter or digit: editors leave spaces, direction marks or a dash in a field.
 */
export function isReadable(text: string) {
  return /[\p{L}\p{N}]/u.test(text)
}

/** Returns the size of a text on a page, bytes: signs of HTML are escaped there, with six bytes at most. */
export function htmlBytes(text: string) {
  return new TextEncoder().encode(text).length + 5 * (text.match(/[&<>"']/g)?.length ?? 0)
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' }

/** Inline tags; any other tag begins or ends a line. */
const inlineTag = /<\/?(?:a|b|bdi|code|em|i|s|small|span|strong|sub|sup|u)(?:\s[^>]*)?>/gu

/**
 * Converts sanitised HTML to text with each block, table row and line on its own line, so that words and
 * sentences stay apart.
 * @param html perhaps with an incomplete tag at its end
 */
export function plainText(html: string) {
  const lines = html
    .replace(inlineTag, '')
    .replace(/<\/t[dh]>\s*<t[dh](?:\s[^>]*)?>/gu, ' · ')
    .replace(/<[^>]*>?/gu, '\n')
  return decodeEntities(lines)
    .replace(/[^\S\n]+/gu, ' ')
    .replace(/\s*\n\s*/gu, '\n')
    .trim()
}

/** Decodes the entities of sanitised HTML. */
export function decodeEntities(text: string) {
  return text.replace(/&(amp|lt|gt|quot);/gu, (_, name: string) => entities[name] ?? '')
}

/** @returns undefined for anything but JSON */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * Removes lone surrogates, NUL and other control characters, which cannot be displayed, and
 * direction overrides, which would reverse the page around them. Keeps tab and line breaks.
 */
export function cleanText(value: string) {
  return stripUnprintable(value).trim()
}

/** Like cleanText, but keeps surrounding spaces. */
export function stripUnprintable(value: string) {
  if (!unprintable.test(value)) return value
  return value
    .toWellFormed()
    .replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u202A-\u202E\uFFFD]/g, '')
}

/** Control characters, direction overrides, U+FFFD, and surrogates, which may be unpaired. */
const unprintable =
  /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u202A-\u202E\uD800-\uDFFF\uFFFD]/

/** Ends a truncated text with an ellipsis, without the punctuation before it. */
export function withEllipsis(text: string) {
  return `${text.replace(/[\s.,:;،؛–—-]+$/u, '')}…`
}

/** Whether the edit distance of two texts, transpositions included, is within a limit. */
export function isWithin(edits: number, a: string, b: string): boolean {
  if (a === b) return true
  if (edits === 0) return false
  if (a[0] === b[0]) return isWithin(edits, a.slice(1), b.slice(1))
  const isExchanged = a[0] === b[1] && a[1] === b[0]
  return (
    isWithin(edits - 1, a.slice(1), b) ||
    isWithin(edits - 1, a, b.slice(1)) ||
    isWithin(edits - 1, a.slice(1), b.slice(1)) ||
    (isExchanged && isWithin(edits - 1, a.slice(2), b.slice(2)))
  )
}

/**
 * Decodes a text as editors save it: UTF-8, UTF-16 with a mark, or the Arabic code page of Windows.
 * @returns null for UTF-8 that is damaged, such as a file that is cut off within a letter
 */
export function decodeText(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    const text = new TextDecoder('utf-8').decode(bytes)
    const damaged = text.split('\uFFFD').length - 1
    const isUtf8 = (text.match(/[\u0080-\uFFFC]/g) ?? []).length > damaged
    return isUtf8 ? null : new TextDecoder('windows-1256').decode(bytes)
  }
}

export const damagedText = 'is not complete, or not saved as UTF-8; save it again'
