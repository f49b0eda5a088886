import { limits } from '../limits.ts'

/** Rounds up to whole seconds and clamps to our Retry-After bounds. NaN gives the lower bound. */
export function clampRetryAfter(seconds: number) {
  const { from, to } = limits.retryAfterS
  return seconds > from ? Math.min(Math.ceil(seconds), to) : from
}

/**
 * Parses the content API's Retry-After, to pass it on to visitors. Nothing here waits for it.
 * @param header seconds or an HTTP date; anything else gives the lower bound
 * @returns seconds within our bounds; undefined without the header
 */
export function readRetryAfter(header: string | string[] | undefined, now = Date.now()) {
  const text = [header ?? []].flat()[0]?.trim()
  if (text === undefined) return undefined
  return clampRetryAfter(/^\d+$/.test(text) ? Number(text) : (Date.parse(text) - now) / 1000)
}
