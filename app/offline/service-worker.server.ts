import { hash } from 'node:crypto'
import { addresses } from '../addresses'
import type { LoadContext } from '../content/content.server'
import { siteLanguages } from '../language/languages'
import siteStyles from '../styles/site.css?url'
import program from './service-worker.js?raw'

/** Allows the worker's own requests; everything else stays forbidden. */
const policy = "default-src 'none'; connect-src 'self'"

/**
 * Responds with the service worker. With OFFLINE=off it is one that removes itself, with all that was stored: browsers
 * that have the worker look for a newer one at each page load.
 */
export function serviceWorkerResponse({ site: { config, brand } }: LoadContext) {
  const site = {
    isOn: config.isKeptOffline,
    // Another one of the site or of the brand makes browsers store the offline pages anew.
    release: hash('sha256', siteStyles + brand.version, 'hex').slice(0, 12),
    languages: siteLanguages,
    offlinePage: addresses.offline(),
    list: addresses.quoteList(),
  }
  return new Response(`const site = ${JSON.stringify(site)}\n${program}`, {
    headers: {
      'Content-Type': 'text/javascript; charset=utf-8',
      'Cache-Control': 'public, max-age=0, must-revalidate',
      'Content-Security-Policy': policy,
    },
  })
}
