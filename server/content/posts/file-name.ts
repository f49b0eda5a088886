/** Backslash, control characters and direction overrides. */
const forbidden = /[\\\u0000-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]/
const encoded = /%(?:[0-9a-f]{2}|u[0-9a-f]{4})/i
const scheme = /^[a-z][a-z\d+.-]*:.*\//i
/** Nothing, "." and "..", also in the forms that some servers reduce to one of these. */
const dotSegment = /^(?:$|[.\s]+(?:[;?#]|$))/

/**
 * Whether a text names a file of the image base, in one of its folders or not: a relative path that
 * cannot lead out of the base, even where it is decoded twice. URLs have it as encodeFileName writes it.
 */
export function isFileName(name: string) {
  const isLeaving = name.split('/').some((segment) => dotSegment.test(segment))
  return (
    name.length <= 255 &&
    !isLeaving &&
    !forbidden.test(name) &&
    !encoded.test(name) &&
    !scheme.test(name)
  )
}

/** A file name as the path of a URL: encoded segment by segment, since proxies mishandle "%2F". */
export function encodeFileName(name: string) {
  return name.split('/').map(encodeURIComponent).join('/')
}

/**
 * The file name in the path of a URL. An encoded slash separates nothing.
 * @returns a name, perhaps not a valid one; empty if the path is incorrectly encoded
 */
export function decodeFileName(path: string) {
  try {
    const segments = path.split('/').map(decodeURIComponent)
    return segments.some((segment) => segment.includes('/')) ? '' : segments.join('/')
  } catch {
    return ''
  }
}
