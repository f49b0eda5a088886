import { addresses } from '../addresses'

/** Timeout of a request, ms. */
const timeoutMs = 10_000

let last: Promise<unknown> = Promise.resolve()

/**
 * Submits changes of the list one after another: each response sets the whole list, so concurrent
 * ones would lose a change.
 * @throws Error when the server does not respond
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
      // The visitor may leave the page immediately.
      keepalive: true,
    })
  })
  last = response.catch(() => undefined)
  return response
}

/** Notifies the counter and the forms that the list has changed in this document. */
export function listChanged() {
  dispatchEvent(new Event('listchange'))
}
