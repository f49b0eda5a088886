import { get, isHit, type GetResponse } from '../ask.ts'
import { startFixedServer } from '../fixed-server.ts'
import { loadRatio, runLoad, type Load } from '../load.ts'
import type { LoadResult } from '../load-order.ts'
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
  /** With the access log on, as the site comes. */
  logged: LoadResult | null
  stock: LoadResult | null
}

/** Processes of the same build. */
interface Peers {
  /** Without the access log. */
  sites: readonly Site[]
  logging: readonly Site[]
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
 * host. One process of a program may be a fifth slower than another for minutes, so each round
 * starts its own limit process, and the sites take turns.
 */
export async function measureCachedPages(
  run: Run,
  { sites, logging, stock }: Peers,
): Promise<Section> {
  const rows: Row[] = []
  const measured: Record<string, unknown> = {}
  for (const variant of variants) {
    run.report(`cached pages: ${variant.name}`)
    const rounds: Round[] = []
    for (let round = 0; round < run.rounds; round++) {
      const site = sites[round % sites.length]
      const also =
        variant === plain ? { logging: logging[round % logging.length], stock } : undefined
      const one = site && (await measureRound(run, variant, site, also))
      if (one) rounds.push(one)
    }
    if (rounds.length === 0)
      rows.push(missingRow(variant.name, 'this build sends no such response'))
    else rows.push(...rowsOf(variant, rounds))
    measured[variant.name] = rounds
  }
  return { title: 'Cached pages, against node:http sending the same bytes', rows, measured }
}

/** @returns null when the build does not send a response of this variant */
async function measureRound(
  run: Run,
  variant: Variant,
  site: Site,
  { logging, stock }: { logging?: Site | undefined; stock?: Site } = {},
): Promise<Round | null> {
  const { path } = variant
  const headers = await variant.headersFor(site)
  const loadOf = ({ port, pid }: { port: number; pid: number }): Load => ({
    ...{ port, pid, headers },
    paths: [path],
  })
  // The first request renders the page, the second is a hit.
  if (logging) await get(logging.port, path, headers)
  await get(site.port, path, headers)
  const response = await get(site.port, path, headers)
  if (!variant.matches(response)) return null

  const fixed = await startFixedServer(response)
  try {
    return {
      bodyBytes: response.body.length,
      isHit: isHit(response),
      limit: await runLoad(loadOf(fixed), run),
      page: await runLoad(loadOf(site), run),
      logged: logging ? await runLoad(loadOf(logging), run) : null,
      stock: stock ? await runLoad(loadOf(stock), run) : null,
    }
  } finally {
    await fixed.stop()
  }
}

function rowsOf({ name }: Variant, rounds: Round[]): Row[] {
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
  const withLog = rounds.flatMap(({ logged, limit }) =>
    logged ? [{ own: logged, peer: limit }] : [],
  )
  if (withLog.length > 0) {
    const ratio = loadRatio(withLog)
    rows.push({
      what: `${name}, with the access log`,
      figure: perSecond(median(withLog.map(({ own }) => own.perSecond))),
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
