import { ask, isHit, type Answer } from '../ask.ts'
import { startFixedServer } from '../fixed-server.ts'
import { runLoad, type Load, type Measured } from '../load.ts'
import { milliseconds, perSecond, times } from '../numbers.ts'
import { atLeast, atMost, missingRow, type Row, type Section } from '../reach.ts'
import type { Run } from '../run.ts'
import type { Site } from '../sites.ts'
import { median, medianRatio, type Pair } from '../statistics.ts'

interface Variant {
  name: string
  path: string
  headers: Record<string, string>
  /** What an answer must have to be the one that is meant. */
  fits(answer: Answer): boolean
  reaches: boolean
}

interface Round {
  limit: Measured
  page: Measured
  stock: Measured | null
}

function coded(name: string, coding: string): Variant {
  return {
    name,
    path: '/',
    headers: { 'Accept-Encoding': coding },
    fits: (answer) => answer.headers['content-encoding'] === coding,
    reaches: true,
  }
}

const plain: Variant = {
  name: 'home, plain',
  path: '/',
  headers: {},
  fits: (answer) => answer.headers['content-encoding'] === undefined,
  reaches: true,
}

/**
 * The home page out of the cache against node:http sending the same bytes, turn by turn, and against
 * the stock host.
 */
export async function measureCachedPages(run: Run, site: Site, stock: Site): Promise<Section> {
  const etag = String((await ask(site.port, '/')).headers.etag)
  const variants: Variant[] = [
    plain,
    coded('home, gzip', 'gzip'),
    coded('home, brotli', 'br'),
    {
      name: 'home, 304',
      path: '/',
      headers: { 'If-None-Match': etag },
      fits: ({ status }) => status === 304,
      reaches: true,
    },
    {
      name: 'home, ?_data=root',
      path: '/?_data=root',
      headers: {},
      fits: ({ headers }) => /json/.test(headers['content-type'] ?? ''),
      reaches: true,
    },
  ]
  const rows: Row[] = []
  const measured: Record<string, unknown> = {}
  for (const variant of variants) {
    run.say(`cached pages: ${variant.name}`)
    // Once to have it made, once more to have what everybody gets.
    await ask(site.port, variant.path, variant.headers)
    const answer = await ask(site.port, variant.path, variant.headers)
    if (!variant.fits(answer)) {
      rows.push(missingRow(variant.name, 'this build does not answer so'))
      continue
    }
    const rounds = await measureRounds(run, variant, answer, site, variant === plain ? stock : null)
    rows.push(...rowsOf(variant, isHit(answer), rounds))
    measured[variant.name] = { bodyBytes: answer.body.length, isHit: isHit(answer), rounds }
  }
  return { title: 'Cached pages, against node:http sending the same bytes', rows, measured }
}

async function measureRounds(
  run: Run,
  { path, headers }: Variant,
  answer: Answer,
  site: Site,
  stock: Site | null,
) {
  const fixed = await startFixedServer(answer)
  const loadOf = ({ port, pid }: { port: number; pid: number }): Load => ({
    ...{ port, pid, headers },
    paths: [path],
  })
  const rounds: Round[] = []
  try {
    for (let round = 0; round < run.rounds; round++) {
      rounds.push({
        limit: await runLoad(loadOf(fixed), run),
        page: await runLoad(loadOf(site), run),
        stock: stock && (await runLoad(loadOf(stock), run)),
      })
    }
  } finally {
    await fixed.stop()
  }
  return rounds
}

function rowsOf({ name }: Variant, isFromCache: boolean, rounds: Round[]): Row[] {
  const rate = (pick: (round: Round) => number): string => perSecond(median(rounds.map(pick)))
  const p99 = (pick: (round: Round) => number) => milliseconds(median(rounds.map(pick)))
  const { share, basis } = rateRatio(rounds.map(({ page, limit }) => [page, limit]))
  const slower = medianRatio(
    rounds.map(({ page, limit }) => ({ own: page.p99Ms, peer: limit.p99Ms })),
  )
  const rows: Row[] = [
    {
      what: isFromCache ? name : `${name} (this build keeps no pages)`,
      figure: `${rate(({ page }) => page.perSecond)}, limit ${rate(({ limit }) => limit.perSecond)}`,
      ratio: `${times(share)} the limit${basis}`,
      reach: atLeast(0.8, share, ' ×'),
    },
    {
      what: `${name}: p99`,
      figure: `${p99(({ page }) => page.p99Ms)}, limit ${p99(({ limit }) => limit.p99Ms)}`,
      ratio: `${times(slower)} the limit's`,
      reach: atMost(10, slower, ' ×'),
    },
  ]
  const stockPairs = rounds.flatMap(({ page, stock }): Pair[] =>
    stock ? [{ own: page.perSecond, peer: stock.perSecond }] : [],
  )
  if (stockPairs.length > 0) {
    const ratio = medianRatio(stockPairs)
    rows.push({
      what: `${name}, against remix-serve`,
      figure: `remix-serve ${rate(({ stock }) => stock?.perSecond ?? 0)}`,
      ratio: `${times(ratio)} remix-serve`,
      reach: atLeast(100, ratio, ' ×'),
    })
  }
  return rows
}

/**
 * Answers per second against the peer's. Where the asking process may have been the slower one of
 * both, the answering ones were not full and the rates are near each other for no merit: then it is
 * what a second of processor time is good for that counts, so the smaller of both is taken.
 */
function rateRatio(pairs: [page: Measured, limit: Measured][]) {
  const byRate = medianRatio(
    pairs.map(([page, limit]) => ({ own: page.perSecond, peer: limit.perSecond })),
  )
  const perCpu = pairs.flatMap(([page, limit]): Pair[] =>
    page.perCpuSecond && limit.perCpuSecond
      ? [{ own: page.perCpuSecond, peer: limit.perCpuSecond }]
      : [],
  )
  const byCpu = perCpu.length > 0 ? medianRatio(perCpu) : byRate
  return byCpu < byRate
    ? { share: byCpu, basis: ', by processor time' }
    : { share: byRate, basis: '' }
}
