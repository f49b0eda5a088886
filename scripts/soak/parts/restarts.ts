import { getFreePort } from '../../../tests/support/loopback.ts'
import { get } from '../../bench/ask.ts'
import { atLeast, atMost, type Section } from '../../bench/targets.ts'
import { startSite, type Site } from '../../bench/sites.ts'
import { startProxy, type Upstream } from '../proxy.ts'
import { listPages, type Run } from '../run.ts'
import { startVisitors } from '../visitors.ts'

/** How long a graceful shutdown may take, s. */
const stopLimitS = 25

interface Server extends Upstream {
  site: Site
}

/** Visitors go through all pages behind a proxy while one server after another is replaced. */
export async function surviveRestarts({ api, restarts, requests, report }: Run): Promise<Section> {
  const proxy = await startProxy()
  let current = await startServer(api.url)
  proxy.add(current)
  const paths = await listPages(current.port)
  const visitors = startVisitors(proxy.port, paths, { visitors: 8, pauseMs: 0 })
  const stopSeconds: number[] = []

  for (let turn = 1; turn <= restarts; turn += 1) {
    const next = await startServer(api.url)
    await waitUntilReady(next)
    proxy.add(next)
    const before = performance.now()
    await current.site.terminate()
    stopSeconds.push((performance.now() - before) / 1000)
    proxy.remove(current)
    current = next
    report(`restarts: ${turn} of ${restarts}, ${visitors.views.count} requests so far`)
  }
  await visitors.viewed(requests)
  const { count, failed } = await visitors.stop()
  await current.site.stop()
  await proxy.close()

  const slowest = Math.max(...stopSeconds)
  return {
    title: `While SIGTERM stops the server ${restarts} times behind a proxy`,
    rows: [
      { what: 'requests', figure: String(count), target: atLeast(requests, count) },
      {
        what: 'failed requests',
        figure: String(failed.length),
        target: atMost(0, failed.length),
      },
      {
        what: 'longest shutdown',
        figure: `${slowest.toFixed(1)} s`,
        target: atMost(stopLimitS, slowest, ' s'),
      },
    ],
    measured: { count, problems: failed.slice(0, 20), stopSeconds },
  }
}

async function startServer(contentUrl: string): Promise<Server> {
  const adminPort = await getFreePort()
  const site = await startSite({ CONTENT_API_URL: contentUrl, OPS_PORT: String(adminPort) })
  return { site, port: site.port, adminPort }
}

async function waitUntilReady({ adminPort }: Server) {
  for (;;) {
    const status = await get(adminPort, '/readyz').then(
      (response) => response.status,
      () => 0,
    )
    if (status === 200) return
  }
}
