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

/**
 * Goes on after a change of the list has failed: without a network, the visitor stays on the page.
 * @param submit a plain submission, which shows what the server says
 * @param retry the change, once more
 */
export async function changeFailed(submit: () => void, retry: () => void) {
  const offline = await import('../offline/connection').catch(() => null)
  if (offline) await offline.whenConnected('change', submit, retry)
  else submit()
}
