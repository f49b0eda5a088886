import { limits } from '../limits.ts'

/** Whole seconds that a visitor can be told, near what is wanted. NaN is as soon as may be. */
export function boundRetryAfter(seconds: number) {
  const { from, to } = limits.retryAfterS
  return seconds > from ? Math.min(Math.ceil(seconds), to) : from
}

/**
 * The content API's Retry-After as we pass it on. Nothing here ever waits for it.
 * @param header seconds or a date by the rules of HTTP; anything else is as soon as may be
 * @returns seconds within our bounds; undefined without the header
 */
export function readRetryAfter(header: string | string[] | undefined, now = Date.now()) {
  const text = [header ?? []].flat()[0]?.trim()
  if (text === undefined) return undefined
  return boundRetryAfter(/^\d+$/.test(text) ? Number(text) : (Date.parse(text) - now) / 1000)
}
