import { getFreePort } from '../../../tests/support/loopback.ts'
import { atMost, type Section } from '../../bench/targets.ts'
import { startSite } from '../../bench/sites.ts'
import { caseOf, readFigures, renderPage, startHostileApi, type Finding } from '../content-fuzz.ts'
import type { Run } from '../run.ts'

const maxPageBytes = 2_000_000
/** The event loop may be blocked for `ms`, or `timesIdle` times as long as that of an idle site. */
const maxBlocked = { ms: 50, timesIdle: 3 }
/** Memory does not grow from page to page: 360 in ten minutes of the costliest. */
const maxResidentMb = 400
/** A page is rendered again before it counts as a failure: the first of its kind runs cold code. */
const maxTries = 4

/** The content API sends generated responses within its size limits that cost much to process. */
export async function surviveContent({
  fuzzSeconds,
  seed,
  isTimed,
  report,
}: Run): Promise<Section> {
  const api = await startHostileApi()
  const adminPort = String(await getFreePort())
  const site = await startSite({
    CONTENT_API_URL: api.url,
    // Every page is rendered from the API's current content.
    CONTENT_CACHE_TTL_S: '0',
    CONTENT_STALE_S: '0',
    OPS_PORT: adminPort,
    LOG_LEVEL: 'error',
  })
  const adminUrl = `http://127.0.0.1:${adminPort}`
  const target = { url: `http://localhost:${site.port}`, adminUrl, pid: site.pid }
  const pages: Finding[] = []
  const failed: Finding[] = []
  const endsAt = performance.now() + fuzzSeconds * 1000
  let idleMs = await blockedWhileIdle(adminUrl)
  const maxBlockedMs = () =>
    isTimed ? Math.max(maxBlocked.ms, maxBlocked.timesIdle * idleMs) : Infinity
  for (let next = seed; performance.now() < endsAt; next += 1) {
    const { type, path, lang, response } = caseOf(next)
    api.send(type, response.json)
    let page = await renderPage(target, path, lang, response)
    for (let tries = 1; tries < maxTries && hasFailed(page, maxBlockedMs()); tries += 1) {
      idleMs = Math.max(idleMs, await blockedWhileIdle(adminUrl))
      page = await renderPage(target, path, lang, response)
    }
    pages.push(page)
    if (hasFailed(page, maxBlockedMs())) failed.push(page)
    if (pages.length % 100 === 0) report(`content: ${pages.length} pages, ${failed.length} failed`)
  }
  const uncaught = site.output().split('"level":60').length - 1
  await site.stop()
  await api.close()

  const max = (of: (page: Finding) => number) => Math.max(0, ...pages.map(of))
  const statuses = new Map<number, number>()
  for (const { status } of pages) statuses.set(status, (statuses.get(status) ?? 0) + 1)
  const counted = [...statuses].map(([status, count]) => `${count} × ${status}`)
  return {
    title: 'While the content API sends responses that are costly to process',
    rows: [
      { what: 'pages, first seed', figure: `${pages.length}, ${seed}` },
      { what: 'responses', figure: counted.join(', ') },
      {
        what: 'failed: blocked too long, too large, wrong status',
        figure: String(failed.length),
        target: atMost(0, failed.length),
      },
      { what: 'uncaught exceptions', figure: String(uncaught), target: atMost(0, uncaught) },
      {
        what: 'event loop blocked, longest',
        figure: `${max(({ blockedMs }) => blockedMs).toFixed(0)} ms`,
        ratio: `${idleMs.toFixed(0)} ms when idle`,
      },
      { what: 'largest page', figure: `${(max(({ bytes }) => bytes) / 1000).toFixed(0)} kB` },
      { what: 'peak memory', figure: `${max(({ residentMb }) => residentMb).toFixed(0)} MB` },
    ],
    measured: { pages: pages.length, failed: failed.slice(0, 20) },
  }
}

/** The longest time that the event loop of an idle site is blocked on this machine, ms. */
async function blockedWhileIdle(adminUrl: string) {
  await readFigures(adminUrl)
  await new Promise((resolve) => setTimeout(resolve, 500))
  return (await readFigures(adminUrl)).blockedMs
}

function hasFailed({ status, bytes, blockedMs, residentMb }: Finding, maxBlockedMs: number) {
  return (
    ![200, 404, 503].includes(status) ||
    bytes > maxPageBytes ||
    blockedMs > maxBlockedMs ||
    residentMb > maxResidentMb
  )
}
