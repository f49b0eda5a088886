import { setTimeout as pause } from 'node:timers/promises'
import { signBody, signatureHeader } from '../../server/signatures.ts'
import { getFreePort } from '../../tests/support/loopback.ts'
import { get } from '../bench/requests.ts'
import { startSite, type Site } from '../bench/sites.ts'

/** The secret of the webhook of the content system. */
const hookSecret = 'a secret of the content system'

/** The address that visitors use. @param proxyPort of the proxy in front */
export function publicUrl(proxyPort: number) {
  return `http://localhost:${proxyPort}`
}

export type SiteBehind = Awaited<ReturnType<typeof prepareSite>>

/**
 * A site behind a proxy, which keeps its port when it is started again.
 * @param proxyPort of the proxy in front
 * @param settings besides those that the checks need
 */
export async function prepareSite(proxyPort: number, settings: Record<string, string>) {
  const port = await getFreePort()
  let site: Site | undefined
  let markers = 0

  return {
    port,
    async start() {
      site = await startSite({
        ...{ PORT: String(port), TRUST_PROXY: '127.0.0.1' },
        PUBLIC_URL: publicUrl(proxyPort),
        ...{ LOG_LEVEL: 'info', SEARCH_CRAWL_PER_S: '0' },
        CONTENT_WEBHOOK_SECRET: hookSecret,
        ...settings,
      })
      return site
    },
    stop: () => site?.stop(),
    kill: () => site?.kill(),
    terminate: () => site?.terminate(),
    /** How many requests for a page, with any parameters, have reached this process of the site. */
    async countOf(page: string) {
      // The access log is written in order, a little later.
      const marker = `/marker-${(markers += 1)}`
      await get(port, marker)
      for (;;) {
        const lines = site?.output().split('\n') ?? []
        const paths = lines.flatMap(
          (line) => /"path":"([^"?]*).*"msg":"request"/.exec(line)?.[1] ?? [],
        )
        if (paths.includes(marker)) return paths.filter((path) => path === page).length
        await pause(5)
      }
    },
  }
}

/** No two signatures are alike: each is accepted once, and counts whole seconds. */
let calls = 0

/**
 * Tells the site that the footer has changed, as a content management system does.
 * @throws Error unless it is accepted
 */
export async function callHook(port: number) {
  calls += 1
  const body = '{"types":["Footer.Data"]}' + ' '.repeat(calls)
  const { status } = await fetch(`http://127.0.0.1:${port}/hooks/content`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      [signatureHeader]: signBody(body, hookSecret, Math.floor(Date.now() / 1000)),
    },
    body,
  })
  if (status !== 200) throw new Error(`The webhook answers ${status}.`)
}
