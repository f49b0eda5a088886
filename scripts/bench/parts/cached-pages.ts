import { get, isHit, type GetResponse } from '../ask.ts'
import { startFixedServer } from '../fixed-server.ts'
import { loadRatio, runLoad, type Load } from '../load.ts'
import type { LoadResult } from '../load-order.ts'
import { watchMemory } from '../process-figures.ts'
import { milliseconds, perSecond, ratioText, times } from '../numbers.ts'
import { atLeast, atMost, missingRow, type Row, type Section } from '../targets.ts'
import type { Run } from '../run.ts'
import type { Site } from '../sites.ts'
import { median, medianRatio } from '../statistics.ts'

interface Variant {
  name: string
  path: string
  headersFor(site: Site): Promise<Record<string, string>>
  /** Whether a response is of this variant. */
  matches(response: GetResponse): boolean
}

interface Round {
  bodyBytes: number
  isHit: boolean
  limit: LoadResult
  page: LoadResult
  stock: LoadResult | null
}

interface Peers {
  /** Starts a site without the access log. */
  startSite: () => Promise<Site>
  /** Starts a site as it comes, with the access log. */
  startLoggingSite: () => Promise<Site>
  stock: Site
}

function encoded(name: string, encoding: string): Variant {
  return {
    name,
    path: '/',
    headersFor: () => Promise.resolve({ 'Accept-Encoding': encoding }),
    matches: ({ headers }) => headers['content-encoding'] === encoding,
  }
}

const plain: Variant = {
  name: 'home, plain',
  path: '/',
  headersFor: () => Promise.resolve({}),
  matches: ({ headers }) => headers['content-encoding'] === undefined,
}

const variants: Variant[] = [
  plain,
  encoded('home, gzip', 'gzip'),
  encoded('home, brotli', 'br'),
  {
    name: 'home, 304',
    path: '/',
    headersFor: async ({ port }) => ({
      'If-None-Match': String((await get(port, '/')).headers.etag),
    }),
    matches: ({ status }) => status === 304,
  },
  {
    name: 'home, ?_data=root',
    path: '/?_data=root',
    headersFor: () => Promise.resolve({}),
    matches: ({ headers }) => /json/.test(headers['content-type'] ?? ''),
  },
]

/**
 * Compares the cached home page with node:http sending the same bytes, in turns, and with the stock
 * host. One process of a program may be a fifth slower than another for minutes, so each round starts
 * its own site and its own limit process. No other site runs meanwhile: beside seven idle ones a site
 * took a sixth more CPU time for a page.
 * @returns the peak of the sites' memory, too
 */
export async function measureCachedPages(
  run: Run,
  { startSite, startLoggingSite, stock }: Peers,
): Promise<{ section: Section; peakMb: number }> {
  const rounds = variants.map((variant) => ({ variant, own: [] as Round[], logged: [] as Round[] }))
  let peakMb = 0
  for (let round = 0; round < run.rounds; round++) {
    run.report(`cached pages: round ${round + 1}`)
    const site = await startSite()
    const stopWatching = watchMemory(site.pid)
    for (const { variant, own } of rounds) {
      own.push(...(await measureRound(run, variant, site, variant === plain ? stock : null)))
    }
    peakMb = Math.max(peakMb, stopWatching())
    await site.stop()

    const logging = await startLoggingSite()
    for (const { variant, logged } of rounds) {
      if (variant === plain) logged.push(...(await measureRound(run, variant, logging, null)))
    }
    await logging.stop()
  }
  const rows = rounds.flatMap(({ variant, own, logged }) =>
    own.length === 0
      ? [missingRow(variant.name, 'this build sends no such response')]
      : rowsOf(variant, own, logged),
  )
  const measured = Object.fromEntries(
    rounds.map(({ variant, own, logged }) => [variant.name, { own, logged }]),
  )
  const title = 'Cached pages, against node:http sending the same bytes'
  return { section: { title, rows, measured }, peakMb }
}

/** @returns one round, or none when the build does not send a response of this variant */
async function measureRound(
  run: Run,
  variant: Variant,
  site: Site,
  stock: Site | null,
): Promise<Round[]> {
  const { path } = variant
  const headers = await variant.headersFor(site)
  const loadOf = ({ port, pid }: { port: number; pid: number }): Load => ({
    ...{ port, pid, headers },
    paths: [path],
  })
  // The first request renders the page, the second is a hit.
  await get(site.port, path, headers)
  const response = await get(site.port, path, headers)
  if (!variant.matches(response)) return []

  const fixed = await startFixedServer(response)
  try {
    const measured = {
      bodyBytes: response.body.length,
      isHit: isHit(response),
      limit: await runLoad(loadOf(fixed), run),
      page: await runLoad(loadOf(site), run),
      stock: stock ? await runLoad(loadOf(stock), run) : null,
    }
    return [measured]
  } finally {
    await fixed.stop()
  }
}

function rowsOf({ name }: Variant, rounds: Round[], logged: Round[]): Row[] {
  const isFromCache = rounds.every(({ isHit }) => isHit)
  const rate = (pick: (round: Round) => number) => perSecond(median(rounds.map(pick)))
  const p99 = (pick: (round: Round) => number) => milliseconds(median(rounds.map(pick)))
  const share = loadRatio(rounds.map(({ page, limit }) => ({ own: page, peer: limit })))
  const slower = medianRatio(
    rounds.map(({ page, limit }) => ({ own: page.p99Ms, peer: limit.p99Ms })),
  )
  const rows: Row[] = [
    {
      what: isFromCache ? name : `${name} (this build caches no pages)`,
      figure: `${rate(({ page }) => page.perSecond)}, limit ${rate(({ limit }) => limit.perSecond)}`,
      ratio: ratioText(share, 'the limit'),
      target: atLeast(0.72, share.byCpu, ' ×'),
    },
    {
      what: `${name}: p99`,
      figure: `${p99(({ page }) => page.p99Ms)}, limit ${p99(({ limit }) => limit.p99Ms)}`,
      ratio: `${times(slower)} the limit's`,
      target: atMost(10, slower, ' ×'),
    },
  ]
  if (logged.length > 0) {
    const ratio = loadRatio(logged.map(({ page, limit }) => ({ own: page, peer: limit })))
    rows.push({
      what: `${name}, with the access log`,
      figure: perSecond(median(logged.map(({ page }) => page.perSecond))),
      ratio: ratioText(ratio, 'the limit'),
      target: atLeast(0.6, ratio.byCpu, ' ×'),
    })
  }
  const againstStock = rounds.flatMap(({ page, stock }) =>
    stock ? [{ own: page, peer: stock }] : [],
  )
  if (againstStock.length > 0) {
    const ratio = loadRatio(againstStock)
    rows.push({
      what: `${name}, against remix-serve`,
      figure: `remix-serve ${perSecond(median(againstStock.map(({ peer }) => peer.perSecond)))}`,
      ratio: ratioText(ratio, 'remix-serve'),
      target: atLeast(100, ratio.byCpu, ' ×'),
    })
  }
  return rows
}
