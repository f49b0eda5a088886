import { onCLS, onINP, onLCP, onTTFB, type Metric } from 'web-vitals'
import { addresses } from '../addresses'
import { readToken } from './navigation/page-views'

/**
 * Measures the Web Vitals of this page load and reports them once, when the page is first hidden or
 * left. INP and CLS include screens visited without another page load.
 *
 * A separate module, loaded after everything that the visitor needs (entry.client.tsx).
 * @param page the kind of the page
 * @param lang its language
 */
export function measurePageLoad(page: string | undefined, lang: string | undefined) {
  const values: Record<string, number> = {}
  let isReported = false

  /** Three digits are enough for a histogram. */
  function keep({ name, value }: Metric) {
    values[name.toLowerCase()] = Number(value.toPrecision(3))
  }
  function report() {
    if (isReported || document.visibilityState !== 'hidden') return
    isReported = true
    const token = readToken(document.cookie)
    if (token === undefined) return
    // A beacon could not carry the token. A failed report is ignored.
    fetch(addresses.pageTiming(), {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-XSRF-TOKEN': token },
      body: JSON.stringify({ page, lang, ...values }),
      keepalive: true,
    }).catch(() => {})
  }

  for (const measure of [onLCP, onINP, onCLS, onTTFB]) measure(keep)
  // The library's listeners run first, since they capture the event. When a page is left,
  // `pagehide` would precede them.
  addEventListener('visibilitychange', report)
}
