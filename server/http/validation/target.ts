/** Max. lengths; no address of the site is longer. A shared quotation list is in the query. */
const maxPathLength = 2_048
const maxQueryLength = 4_096

const maxParameters = 100

/** Matches most requests, which need no other check. */
const plainPath = /^\/(?:[\w-]+\/)*(?:[\w-]+(?:\.[\w-]+)*)?$/

/** "." and "..", encoded or not: browsers treat both alike. */
const dotSegment = /\/(?:\.|%2e){1,2}(?:\/|$)/i

/** Characters that must be encoded. */
const unencoded = /[^!-~]|#/

const controlCharacter = /[\u0000-\u001f\u007f-\u009f]/

/**
 * Checks a path and query.
 * @param target from the request line
 * @returns the status of the rejection, or null
 */
export function targetFault(target: string): 400 | 414 | null {
  if (target.length <= maxPathLength && plainPath.test(target)) return null
  const { path, query } = splitTarget(target)
  if (path.length > maxPathLength) return 414
  if (query.split('&', maxParameters + 1).length > maxParameters) return 400
  if (query.length > maxQueryLength) return 414
  const isValid =
    path.startsWith('/') &&
    !path.includes('\\') &&
    !dotSegment.test(path) &&
    isWellEncoded(path) &&
    isWellEncoded(query)
  return isValid ? null : 400
}

/** What an address contains only in encoded form: the bytes of letters beyond ASCII, and delimiters of texts. */
const toEncode = /[\u0080-\u00ff"<>^`{|}]/g

/**
 * The encoded form of an address whose letters were sent as they are, as by some crawlers of shared links and old tools.
 * @param target from the request line, one character for each byte
 * @returns null if it is not valid in that form either
 */
export function encodedTarget(target: string): string | null {
  const encoded = target.replace(
    toEncode,
    (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  // Two slashes at its start would make it an address of another host.
  return targetFault(encoded) === null ? encoded.replace(/^\/+/, '/') : null
}

/** @returns the query without its question mark */
export function splitTarget(target: string) {
  const at = target.indexOf('?')
  return at < 0
    ? { path: target, query: '' }
    : { path: target.slice(0, at), query: target.slice(at + 1) }
}

/** Whether a text is correctly encoded UTF-8 without control characters. */
function isWellEncoded(text: string) {
  if (unencoded.test(text)) return false
  if (!text.includes('%')) return true
  try {
    return !controlCharacter.test(decodeURIComponent(text))
  } catch {
    return false
  }
}
