/** Of a path, and of a query; longer ones lead nowhere. */
const longestPart = 2_048

const mostParameters = 100

/** Most requests: nothing in them can be misread. */
const plainPath = /^\/(?:[\w-]+\/)*(?:[\w-]+(?:\.[\w-]+)*)?$/

/** "." and ".." as browsers read them, however they are written. */
const dotSegment = /\/(?:\.|%2e){1,2}(?:\/|$)/i

/** What no client may send unencoded. */
const unwritable = /[^!-~]|#/

const controlCharacter = /[\u0000-\u001f\u007f-\u009f]/

/**
 * What is wrong with a path and query.
 * @param target as it stands in the request line, from its first slash on
 * @returns the status of the refusal, or null
 */
export function targetFault(target: string): 400 | 414 | null {
  if (target.length <= longestPart && plainPath.test(target)) return null
  const { path, query } = splitTarget(target)
  if (path.length > longestPart) return 414
  if (query.split('&', mostParameters + 1).length > mostParameters) return 400
  if (query.length > longestPart) return 414
  const isGood =
    path.startsWith('/') &&
    !path.includes('\\') &&
    !dotSegment.test(path) &&
    isReadable(path) &&
    isReadable(query)
  return isGood ? null : 400
}

/** @returns the query without its question mark */
export function splitTarget(target: string) {
  const at = target.indexOf('?')
  return at < 0
    ? { path: target, query: '' }
    : { path: target.slice(0, at), query: target.slice(at + 1) }
}

/** Whether a text is rightly encoded UTF-8 without control characters. */
function isReadable(text: string) {
  if (unwritable.test(text)) return false
  if (!text.includes('%')) return true
  try {
    return !controlCharacter.test(decodeURIComponent(text))
  } catch {
    return false
  }
}
