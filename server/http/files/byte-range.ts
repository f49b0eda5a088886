/**
 * A Range header (RFC 9110, 14.2) as a file of that size is sent by it.
 * @returns the one part that is asked for, 'none' where the file has no such part, or null where the
 *   header is to be ignored: broken, several parts, or in another unit
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
