import { getFreePort } from '../../tests/support/loopback.ts'
import { get } from '../bench/ask.ts'
import { startSite, type Site } from '../bench/sites.ts'
import { hookSecret } from './call-hook.ts'

/** The address that visitors use. @param proxyPort of the proxy in front */
export function publicUrl(proxyPort: number) {
  return `http://localhost:${proxyPort}`
}

export type SiteBehind = Awaited<ReturnType<typeof prepareSite>>

/**
 * A site behind a proxy, which keeps its ports when it is started again.
 * @param proxyPort of the proxy in front
 * @param settings besides those that the checks need
 */
export async function prepareSite(proxyPort: number, settings: Record<string, string>) {
  const [port, admin] = [await getFreePort(), await getFreePort()]
  let site: Site | undefined
  let markers = 0

  /** Paths in the access log so far, in order. */
  function logged() {
    const lines = (site?.output() ?? '').split('\n')
    return lines.flatMap((line) => /"path":"([^"]*)".*"msg":"request"/.exec(line)?.[1] ?? [])
  }

  return {
    port,
    admin,
    async start() {
      site = await startSite({
        ...{ PORT: String(port), OPS_PORT: String(admin), TRUST_PROXY: '127.0.0.1' },
        PUBLIC_URL: publicUrl(proxyPort),
        ...{ LOG_LEVEL: 'info', SEARCH_CRAWL_PER_S: '0' },
        CONTENT_WEBHOOK_SECRET: hookSecret,
        ...settings,
      })
      return site
    },
    stop: () => site?.stop(),
    kill: () => site?.kill(),
    /** As a supervisor does. */
    terminate: () => site?.terminate(),
    /** The paths of all requests that have reached this process of the site, in order. */
    async reached() {
      // Lines are written in order, a little later.
      const marker = `/marker-${(markers += 1)}`
      await get(port, marker)
      while (!logged().includes(marker)) await new Promise((resolve) => setTimeout(resolve, 5))
      return logged()
    },
  }
}
