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

/** Characters that are valid in an address only in encoded form: non-ASCII bytes and delimiters. */
const toEncode = /[\u0080-\u00ff"<>^`{|}]/g

/**
 * Encodes an address that was sent with raw letters, as some crawlers and old tools do.
 * @param target from the request line, one character for each byte
 * @returns null if it is still invalid
 */
export function encodedTarget(target: string): string | null {
  const encoded = target.replace(
    toEncode,
    (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  // Two slashes at its start would make it a URL of another host.
  return targetFault(encoded) === null ? encoded.replace(/^\/+/, '/') : null
}

/**
 * Spells the percent-encoding of a path as links do. Hosts that listen for the site decode paths and encode them in
 * their own way: a redirect to the canonical spelling would never end.
 */
export function withOwnEncoding(target: string): string {
  if (plainPath.test(target)) return target
  const { path } = splitTarget(target)
  try {
    const own = path.split('/').map((segment) => encodeURIComponent(decodeURIComponent(segment)))
    return own.join('/') + target.slice(path.length)
  } catch {
    return target
  }
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

const extension = /\.md$/i

/** These names cannot be a page's: browsers resolve "." and "..". */
const dotName = /^\.{0,2}$/

/** @param path the canonical path of a page */
export function markdownPathOf(path: string) {
  return path === '/' ? '/home.md' : `${path}.md`
}

/**
 * Returns the segments of the page whose Markdown a path names.
 * @returns null if it names none
 */
export function pageSegmentsOf(segments: readonly string[]): string[] | null {
  const last = segments.at(-1) ?? ''
  const name = last.replace(extension, '')
  return name === last || dotName.test(name) ? null : [...segments.slice(0, -1), name]
}

/** When a page redirects, its Markdown redirects to the Markdown of the new page, if there is one. */
export function redirectedToMarkdown(
  page: Response,
  markdownPath: (path: string) => string | null,
): Response {
  const location = page.headers.get('Location')
  const { path, query } = splitTarget(location ?? '')
  const markdown = location === null ? null : markdownPath(path)
  if (markdown !== null) page.headers.set('Location', query ? `${markdown}?${query}` : markdown)
  return page
}

/** ASCII digits without a leading zero; at most six, more than any list needs. */
const laterPage = /^(?!1$)[1-9]\d{0,5}$/

/** Whether a text is a page number as links write it: 2 or more, because the first page has no parameter. */
export function isLaterPage(text: string) {
  return laterPage.test(text)
}
