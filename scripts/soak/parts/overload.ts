import { milliseconds, perSecond, times } from '../../bench/numbers.ts'
import { runLoad } from '../../bench/load.ts'
import { atLeast, atMost, type Section } from '../../bench/targets.ts'
import { startSite } from '../../bench/sites.ts'
import { ask } from '../../bench/ask.ts'
import { runOpenLoad } from '../open-load.ts'
import type { Run } from '../run.ts'

/** So many times what the site can make is asked of it. */
const overload = 5

/** Pages in memory are asked for meanwhile, so many a second. */
const cachedPerSecond = 100
const cachedPages = ['/', '/about', '/services', '/products/home']

/** As many as keep the site busy all the time, and no more. */
const connections = 24

/** More is asked for than the site can make, and kept pages besides. */
export async function surviveOverload({ overloadSeconds, timed, say }: Run): Promise<Section> {
  const site = await startSite()
  for (const path of [...cachedPages, ...cachedPages]) await ask(site.port, path)

  say('overload: what the site can make')
  const paths = Array.from({ length: 20_000 }, newPage)
  const alone = { port: site.port, pid: site.pid, paths }
  await runLoad(alone, { connections, seconds: 1 })
  const capacity = await runLoad(
    { ...alone, paths: Array.from({ length: 50_000 }, newPage) },
    { connections, seconds: overloadSeconds },
  )
  say(`overload: ${overload} times ${perSecond(capacity.perSecond)}`)
  const [pages, kept] = await runOpenLoad(
    site.port,
    [
      { name: 'new', perSecond: capacity.perSecond * overload, pathOf: newPage },
      {
        name: 'kept',
        perSecond: cachedPerSecond,
        pathOf: (n) => cachedPages[n % cachedPages.length] ?? '/',
      },
    ],
    { seconds: overloadSeconds },
  )
  await site.stop()
  if (!pages || !kept) throw new Error('A stream has no result.')

  const made = pages.perSecond['200'] ?? 0
  const goodput = made / capacity.perSecond
  const keptMs = kept.times['200']?.p99Ms ?? Infinity
  const notSent = kept.unanswered + countBesides(kept.perSecond) * overloadSeconds
  return {
    title: `While ${overload} times as many new pages are asked for as it can make`,
    rows: [
      { what: 'pages it can make', figure: perSecond(capacity.perSecond) },
      {
        what: 'pages it makes meanwhile',
        figure: perSecond(made),
        ratio: times(goodput),
        ...timed(atLeast(0.9, goodput, ' ×')),
      },
      {
        what: 'rejections, p50 and p99',
        figure: `${milliseconds(pages.times['503']?.p50Ms ?? 0)}, ${milliseconds(pages.times['503']?.p99Ms ?? 0)}`,
      },
      {
        what: 'kept pages meanwhile, p99',
        figure: milliseconds(keptMs),
        ...timed(atMost(50, keptMs, ' ms')),
      },
      {
        what: 'kept pages that were refused or not answered',
        figure: String(Math.round(notSent)),
        target: atMost(0, notSent),
      },
    ],
    measured: { capacity, pages, kept },
  }
}

let asked = 0

/** A page that nobody has asked for, made of content in memory. */
function newPage() {
  asked += 1
  return `/all-solution-products/solution-data-centres/${process.pid}-${asked}`
}

/** Answers a second that were no pages. */
function countBesides(perSecondOf: Record<string, number>) {
  return Object.entries(perSecondOf).reduce(
    (sum, [status, rate]) => (status === '200' ? sum : sum + rate),
    0,
  )
}
