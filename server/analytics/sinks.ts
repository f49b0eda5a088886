import { createHash, randomBytes } from 'node:crypto'
import type { Config } from '../config.ts'
import { log } from '../log.ts'
import type { PageView, Visitor } from './page-view.ts'

/** An HTTP request that reports a page view to an analytics service. */
export interface Report {
  url: string
  method: 'GET' | 'POST'
  headers: Record<string, string>
  body?: string
}

type ReportFor = (view: PageView, visitor: Visitor) => Report

/** Groups a visitor's page views within one process and day; the salt is never stored. */
const salt = randomBytes(16)

/**
 * The analytics services' HTTP APIs: Plausible's events API, Matomo's tracking API, and the Google
 * Analytics 4 Measurement Protocol.
 * @param siteUrl returns the site's public address, the prefix of every path
 */
export function createReporter(
  analytics: Config['analytics'],
  siteUrl: () => string,
): ReportFor | null {
  const { site = '', secret = '' } = analytics
  switch (analytics.sink) {
    case 'plausible':
      return (view, visitor) => ({
        url: `${analytics.url ?? 'https://plausible.io'}/api/event`,
        method: 'POST',
        headers: { 'content-type': 'application/json', ...agentOf(visitor) },
        body: JSON.stringify({
          name: 'pageview',
          domain: site,
          url: siteUrl() + view.path,
          props: { title: view.title, lang: view.lang },
        }),
      })
    case 'matomo':
      return (view, visitor) => ({
        url: `${analytics.url}/matomo.php`,
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({
          idsite: site,
          rec: '1',
          apiv: '1',
          send_image: '0',
          url: siteUrl() + view.path,
          action_name: view.title,
          lang: view.lang.toLowerCase(),
          ua: visitor.userAgent,
          _id: visitorId(visitor).slice(0, 16),
          rand: randomBytes(8).toString('hex'),
          ...(secret && { token_auth: secret }),
        }).toString(),
      })
    case 'ga4':
      return (view, visitor) => ({
        url:
          `${analytics.url ?? 'https://www.google-analytics.com'}/mp/collect` +
          `?measurement_id=${encodeURIComponent(site)}&api_secret=${encodeURIComponent(secret)}`,
        method: 'POST',
        headers: { 'content-type': 'application/json', ...agentOf(visitor) },
        body: JSON.stringify({
          client_id: visitorId(visitor).slice(0, 32),
          non_personalized_ads: true,
          events: [
            {
              name: 'page_view',
              params: {
                page_location: siteUrl() + view.path,
                page_title: view.title,
                language: view.lang.toLowerCase(),
                engagement_time_msec: 1,
              },
            },
          ],
        }),
      })
    case 'log':
    case 'none':
      return null
  }
}

/** Logs one JSON line for each view, without visitor data. */
export function logPageView(view: PageView) {
  log.info({ pageView: view }, 'page view')
}

/** Visitors without one are reported under the site's own name. */
function agentOf({ userAgent }: Visitor): Record<string, string> {
  return userAgent === '' ? {} : { 'user-agent': userAgent }
}

function visitorId({ userAgent }: Visitor) {
  const day = new Date().toISOString().slice(0, 10)
  return createHash('sha256').update(salt).update(day).update(userAgent).digest('hex')
}
