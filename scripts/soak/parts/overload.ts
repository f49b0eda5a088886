import { milliseconds, perSecond, times } from '../../bench/numbers.ts'
import { runLoad } from '../../bench/load.ts'
import { atLeast, atMost, type Section } from '../../bench/targets.ts'
import { startSite } from '../../bench/sites.ts'
import { get } from '../../bench/ask.ts'
import { runOpenLoad } from '../open-load.ts'
import type { Run } from '../run.ts'

/** The rate of requests for new pages, as a multiple of the site's capacity. */
const overload = 5

/** The rate of requests for cached pages meanwhile. */
const cachedPerSecond = 100
const cachedPages = ['/', '/about', '/services', '/products/home']

/** Just enough to keep the site busy all the time. */
const connections = 24

/** Visitors request more new pages than the site can render, and cached pages as well. */
export async function surviveOverload({ overloadSeconds, timed, report }: Run): Promise<Section> {
  const site = await startSite()
  for (const path of [...cachedPages, ...cachedPages]) await get(site.port, path)

  report('overload: measuring the capacity of the site')
  const paths = Array.from({ length: 20_000 }, newPage)
  const alone = { port: site.port, pid: site.pid, paths }
  await runLoad(alone, { connections, seconds: 1 })
  const capacity = await runLoad(
    { ...alone, paths: Array.from({ length: 50_000 }, newPage) },
    { connections, seconds: overloadSeconds },
  )
  report(`overload: ${overload} times ${perSecond(capacity.perSecond)}`)
  const [pages, cached] = await runOpenLoad(
    site.port,
    [
      { name: 'new', perSecond: capacity.perSecond * overload, pathOf: newPage },
      {
        name: 'cached',
        perSecond: cachedPerSecond,
        pathOf: (n) => cachedPages[n % cachedPages.length] ?? '/',
      },
    ],
    { seconds: overloadSeconds },
  )
  await site.stop()
  if (!pages || !cached) throw new Error('A stream has no result.')

  const rendered = pages.perSecond['200'] ?? 0
  const goodput = rendered / capacity.perSecond
  const cachedP99 = cached.times['200']?.p99Ms ?? Infinity
  const cachedFailures = cached.unanswered + failuresPerSecond(cached.perSecond) * overloadSeconds
  return {
    title: `While visitors request ${overload} times as many new pages as it can render`,
    rows: [
      { what: 'capacity, new pages', figure: perSecond(capacity.perSecond) },
      {
        what: 'new pages rendered under overload',
        figure: perSecond(rendered),
        ratio: times(goodput),
        ...timed(atLeast(0.9, goodput, ' ×')),
      },
      {
        what: 'rejections, p50 and p99',
        figure: `${milliseconds(pages.times['503']?.p50Ms ?? 0)}, ${milliseconds(pages.times['503']?.p99Ms ?? 0)}`,
      },
      {
        what: 'cached pages under overload, p99',
        figure: milliseconds(cachedP99),
        ...timed(atMost(50, cachedP99, ' ms')),
      },
      {
        what: 'cached pages rejected or without a response',
        figure: String(Math.round(cachedFailures)),
        target: atMost(0, cachedFailures),
      },
    ],
    measured: { capacity, pages, cached },
  }
}

let newPages = 0

/** The path of a page that nobody has requested yet, rendered from content in memory. */
function newPage() {
  newPages += 1
  return `/all-solution-products/solution-data-centres/${process.pid}-${newPages}`
}

/** The rate of responses other than 200. */
function failuresPerSecond(perSecondOf: Record<string, number>) {
  return Object.entries(perSecondOf).reduce(
    (sum, [status, rate]) => (status === '200' ? sum : sum + rate),
    0,
  )
}
