/** Each becomes an entity in HTML, and an escape in the data of a script. */
const signs = new Set(['"', '&', "'", '<', '>'].map((sign) => sign.charCodeAt(0)))

/** Bytes of a sign, and of the element of a Latin run among Arabic. */
const [signBytes, runBytes] = [11, 40]

/** Whether it is a space, punctuation or a symbol, which belongs to what is beside it. */
function isMark(code: number) {
  return (
    code < 0x30 || (code > 0x39 && code < 0x41) || (code > 0x7a && code < 0xc0) || code >> 12 === 2
  )
}

/**
 * Estimates the bytes that a text takes on a page, which contains it twice: as HTML, and as data for hydration. An Arabic
 * letter takes four. One pass, since a response may have megabytes.
 */
export function pageBytes(text: string) {
  let bytes = 0
  let isArabic = false
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code > 0x7f) bytes += code < 0x800 ? 4 : 6
    else bytes += signs.has(code) ? signBytes : 2
    if (isMark(code)) continue
    const isRtl = (code >= 0x590 && code < 0x900) || (code >= 0xfb1d && code < 0xff00)
    if (isArabic && !isRtl) bytes += runBytes
    isArabic = isRtl
  }
  return bytes
}

/**
 * Limits what one page shows, whatever the limits of its parts are. The quotes of a value's JSON count for the elements
 * around its texts.
 * @returns whether a value fits beside those that did
 */
export function createPageBudget(bytes: number) {
  let left = bytes
  return (value: unknown) => {
    const size = pageBytes(JSON.stringify(value))
    if (size > left) return false
    left -= size
    return true
  }
}
