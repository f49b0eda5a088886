import { getFreePort } from '../../../tests/support/loopback.ts'
import { atMost, type Section } from '../../bench/targets.ts'
import { startSite } from '../../bench/sites.ts'
import { caseOf, makePage, readFigures, startHostileApi, type Finding } from '../content-fuzz.ts'
import type { Run } from '../run.ts'

/** Of a page, in bytes. */
const largestPage = 2_000_000
/** What counts as held, ms: this, or so many times what the machine does to an idle site. */
const held = { most: 50, timesIdle: 3 }
/** It does not grow with what has come before: 360 in ten minutes of the costliest. */
const mostResidentMb = 400
/** Made again before it counts: the first of its kind is made by code that is not warm. */
const mostTries = 4

/** The content API answers what is within its limits of size and costs as much as can be made up. */
export async function surviveContent({ fuzzSeconds, seed, isTimed, say }: Run): Promise<Section> {
  const api = await startHostileApi()
  const adminPort = String(await getFreePort())
  const site = await startSite({
    CONTENT_API_URL: api.url,
    // Every page is made anew, of what the API answers at this moment.
    CONTENT_CACHE_TTL_S: '0',
    CONTENT_STALE_S: '0',
    OPS_PORT: adminPort,
    LOG_LEVEL: 'error',
  })
  const adminUrl = `http://127.0.0.1:${adminPort}`
  const target = { url: `http://localhost:${site.port}`, adminUrl, pid: site.pid }
  const pages: Finding[] = []
  const wrong: Finding[] = []
  const endsAt = performance.now() + fuzzSeconds * 1000
  let idleMs = await idleOf(adminUrl)
  const mostHeldMs = () => (isTimed ? Math.max(held.most, held.timesIdle * idleMs) : Infinity)
  for (let next = seed; performance.now() < endsAt; next += 1) {
    const { type, path, lang, answer } = caseOf(next)
    api.answer(type, answer.json)
    let page = await makePage(target, path, lang, answer)
    for (let tries = 1; tries < mostTries && isWrong(page, mostHeldMs()); tries += 1) {
      idleMs = Math.max(idleMs, await idleOf(adminUrl))
      page = await makePage(target, path, lang, answer)
    }
    pages.push(page)
    if (isWrong(page, mostHeldMs())) wrong.push(page)
    if (pages.length % 100 === 0) say(`content: ${pages.length} pages, ${wrong.length} wrong`)
  }
  const uncaught = site.said().split('"level":60').length - 1
  await site.stop()
  await api.close()

  const most = (of: (page: Finding) => number) => Math.max(0, ...pages.map(of))
  const statuses = new Map<number, number>()
  for (const { status } of pages) statuses.set(status, (statuses.get(status) ?? 0) + 1)
  const counted = [...statuses].map(([status, count]) => `${count} × ${status}`)
  return {
    title: 'While the content API answers what costs much to read',
    rows: [
      { what: 'pages, seeds from', figure: `${pages.length}, ${seed}` },
      { what: 'answers', figure: counted.join(', ') },
      {
        what: 'wrong: held too long, too large, or no answer to give',
        figure: String(wrong.length),
        target: atMost(0, wrong.length),
      },
      { what: 'uncaught exceptions', figure: String(uncaught), target: atMost(0, uncaught) },
      {
        what: 'event loop held at most',
        figure: `${most(({ heldMs }) => heldMs).toFixed(0)} ms`,
        ratio: `${idleMs.toFixed(0)} ms when idle`,
      },
      { what: 'largest page', figure: `${(most(({ bytes }) => bytes) / 1000).toFixed(0)} kB` },
      { what: 'memory at most', figure: `${most(({ residentMb }) => residentMb).toFixed(0)} MB` },
    ],
    measured: { pages: pages.length, wrong: wrong.slice(0, 20) },
  }
}

/** How long the machine holds a site that has nothing to do, ms. */
async function idleOf(adminUrl: string) {
  await readFigures(adminUrl)
  await new Promise((resolve) => setTimeout(resolve, 500))
  return (await readFigures(adminUrl)).heldMs
}

function isWrong({ status, bytes, heldMs, residentMb }: Finding, mostHeldMs: number) {
  return (
    ![200, 404, 503].includes(status) ||
    bytes > largestPage ||
    heldMs > mostHeldMs ||
    residentMb > mostResidentMb
  )
}
