import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { getFreePort } from '../../tests/support/loopback.ts'
import { spawnRedis } from '../../tests/support/spawn-redis.ts'
import { atLeast, atMost, milliseconds, type Section } from '../bench/report.ts'
import { getGood, listPages } from '../bench/requests.ts'
import { addCleanUp, report, startContentService } from '../bench/sites.ts'
import { findMissing, nginx, startProxy } from '../recipes/proxies.ts'
import { callHook, prepareSite, type SiteBehind } from '../recipes/site-behind.ts'
import { findRedis } from '../redis.mjs'
import { startSoakApi } from './content-api.ts'
import type { Run } from './soak.ts'
import { startVisitors, viewAll } from './visitors.ts'

const processes = 3

/** More products than the sample has, so that there are enough pages. */
const products = 400
const coldPages = 500

/** How many times something is purged. */
const purges = 5
/** How long it may take until every process shows the new content, and until nginx does, which keeps a page for 2 s, ms. */
const maxPurgeMs = { processes: 2_000, proxy: 2_250 }

const title = `${processes} processes behind nginx, on one Valkey or Redis`
const pollMs = 20

/**
 * Visitors go through all pages behind nginx while the processes are replaced one after another, and while the shared
 * cache and the content API are killed and revived.
 */
export async function surviveAsFleet({ fleetSeconds, timed }: Run): Promise<Section> {
  if (findMissing(nginx) !== undefined || findRedis() === undefined) {
    return {
      title,
      rows: [{ what: 'fleet', figure: 'not available: install nginx and redis-server' }],
    }
  }
  const catalogue = await startContentService(products)
  const api = await startSoakApi(catalogue.url)
  addCleanUp(() => api.close())
  const redis = await startRedis()
  const port = await getFreePort()
  const settings = {
    CONTENT_API_URL: api.url,
    SHARED_CACHE_URL: redis.url,
    // Nothing expires while calls are counted.
    CONTENT_CACHE_TTL_S: '600',
  }
  const sites = await Promise.all(
    Array.from({ length: processes }, () => prepareSite(port, settings)),
  )
  await Promise.all(sites.map((site) => site.start()))
  const [first] = sites
  if (!first) throw new Error('There is no process.')
  const ports = sites.map((site) => site.port)
  const paths = (await listPages(first.port)).slice(0, coldPages)
  const proxy = await startProxy(nginx, { proxy: port, sites: ports })

  // Every process renders every page, all at once.
  const cold = await Promise.all(ports.map((own) => viewAll(own, paths)))
  const calls = api.calls()
  const repeated = calls.length - new Set(calls).size
  report(`fleet: ${paths.length} pages in each of ${processes} processes, ${calls.length} calls`)

  const purgeMs = { processes: [] as number[], proxy: [] as number[] }
  for (let turn = 1; turn <= purges; turn += 1) {
    const word = `fleet-${turn}`
    api.mark(word)
    const startedAt = performance.now()
    await callHook(port)
    const shown = async (own: number) => {
      await untilShown(own, word)
      return performance.now() - startedAt
    }
    const [ofProxy, ...ofProcesses] = await Promise.all([port, ...ports].map(shown))
    purgeMs.processes.push(Math.max(...ofProcesses))
    purgeMs.proxy.push(ofProxy ?? 0)
  }
  report(`fleet: ${purges} purges`)

  const warm = await viewAll(port, paths)
  const visitors = startVisitors(port, paths, 10)
  const phaseMs = (fleetSeconds * 1000) / 4
  for (const site of sites) {
    await site.terminate()
    await site.start()
    await untilReady(site)
    report(`fleet: a process was replaced, ${visitors.views.count} views so far`)
  }
  await redis.kill()
  await pause(phaseMs)
  await redis.start()
  await pause(phaseMs)
  report(`fleet: the shared cache was killed and revived, ${visitors.views.count} views so far`)
  await api.set('dead')
  await pause(phaseMs)
  for (const site of sites) {
    await site.terminate()
    await site.start()
  }
  await redis.kill()
  await pause(phaseMs)
  await redis.start()
  await api.set('good')
  const { count, failed } = await visitors.stop()
  await proxy.stop()
  for (const site of sites) await site.stop()
  await redis.kill()
  await api.close()
  await catalogue.stop()

  const problems = [...cold.flatMap((views) => views.failed), ...warm.failed, ...failed]
  const slowest = {
    processes: Math.max(...purgeMs.processes),
    proxy: Math.max(...purgeMs.proxy),
  }
  return {
    title,
    rows: [
      {
        what: 'pages, each in 2 languages and by each process at once',
        figure: String(paths.length),
        target: atLeast(coldPages, paths.length),
      },
      {
        what: `content calls made more than once, of ${calls.length}`,
        figure: String(repeated),
        ...timed(atMost(0, repeated)),
      },
      {
        what: `from the webhook to the new content in every process, longest of ${purges}`,
        figure: milliseconds(slowest.processes),
        ...timed(atMost(maxPurgeMs.processes, slowest.processes, ' ms')),
      },
      {
        what: 'and through nginx',
        figure: milliseconds(slowest.proxy),
        ...timed(atMost(maxPurgeMs.proxy, slowest.proxy, ' ms')),
      },
      {
        what: `failed views, of ${count} of pages viewed before`,
        figure: String(problems.length),
        target: atMost(0, problems.length),
      },
    ],
    measured: { calls: calls.length, repeated, purgeMs, count, problems: problems.slice(0, 20) },
  }
}

/** A server that keeps its port when it is killed and started again, empty. */
async function startRedis() {
  const port = await getFreePort()
  let server = await spawnRedis(port)
  return {
    url: `redis://127.0.0.1:${port}`,
    async start() {
      server = await spawnRedis(port)
    },
    async kill() {
      const ended = once(server, 'exit')
      server.kill('SIGKILL')
      await ended
    },
  }
}

async function untilShown(port: number, word: string) {
  while (!(await getGood(port, '/about')).text.includes(word)) await pause(pollMs)
}

async function untilReady({ admin }: SiteBehind) {
  while (!(await getGood(admin, '/readyz').catch(() => null))) await pause(pollMs)
}
