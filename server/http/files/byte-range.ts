/**
 * Parses a Range header (RFC 9110, 14.2).
 * @param size of the file, bytes
 * @returns the requested range with both ends included, 'none' if the file has no such range, or null if
 *   the header is to be ignored: malformed, several ranges, or another unit
 */
export function readRange(range: string, size: number) {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(range) ?? []
  if (first === undefined || last === undefined || (first === '' && last === '')) return null
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length === 0 ? 'none' : { start: size - length, end: size - 1 }
  }
  const start = Number(first)
  if (last !== '' && Number(last) < start) return null
  if (start >= size) return 'none'
  return { start, end: last === '' ? size - 1 : Math.min(Number(last), size - 1) }
}
