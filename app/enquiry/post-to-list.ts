import { addresses } from '../addresses'

/** How long the server may take, ms. */
const timeoutMs = 10_000

let last: Promise<unknown> = Promise.resolve()

/**
 * Sends a change of the list. One after the other: each answer sets the whole list, so that of two at once
 * one would be lost.
 * @throws Error when the server has not answered
 */
export function postToList(fields: Record<string, string>): Promise<Response> {
  const response = last.then(() => {
    const timeout = new AbortController()
    setTimeout(() => timeout.abort(), timeoutMs)
    return fetch(addresses.quoteList(), {
      method: 'POST',
      headers: { Accept: 'application/json' },
      body: new URLSearchParams(fields),
      signal: timeout.signal,
      // The visitor may leave at once.
      keepalive: true,
    })
  })
  last = response.catch(() => undefined)
  return response
}
