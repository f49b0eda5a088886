import { createReporter } from '../analytics.ts'
import type { Config } from '../config.ts'
import { info, type Finding } from './finding.ts'
import { checkConnection } from './network.ts'

/** Checks whether what the site sends to is there: by connecting only. */
export async function checkOtherServices(config: Config): Promise<Finding[]> {
  const { analytics, proxyPurgeUrls } = config
  const checks: Promise<Finding>[] = []
  // Made up for its address, and not sent.
  const report = createReporter(analytics, () => '')?.(
    { path: '/', title: '', lang: 'En' },
    { userAgent: '', optedOut: false },
  )
  if (report) checks.push(checkConnection(analytics.sink, report.url, 'ANALYTICS_URL'))
  for (const address of proxyPurgeUrls) {
    checks.push(checkConnection('purges', address, 'PROXY_PURGE_URLS'))
  }
  if (checks.length === 0) return [info('none', 'No analytics service or proxy is set')]
  return Promise.all(checks)
}
