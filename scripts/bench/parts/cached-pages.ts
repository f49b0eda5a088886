import { ask, isHit, type Answer } from '../ask.ts'
import { startFixedServer } from '../fixed-server.ts'
import { loadRatio, runLoad, type Load } from '../load.ts'
import type { LoadResult } from '../load-order.ts'
import { milliseconds, perSecond, ratioText, times } from '../numbers.ts'
import { atLeast, atMost, missingRow, type Row, type Section } from '../reach.ts'
import type { Run } from '../run.ts'
import type { Site } from '../sites.ts'
import { median, medianRatio } from '../statistics.ts'

interface Variant {
  name: string
  path: string
  headers: Record<string, string>
  /** What an answer must have to be the one that is meant. */
  fits(answer: Answer): boolean
}

interface Round {
  limit: LoadResult
  page: LoadResult
  stock: LoadResult | null
}

function coded(name: string, coding: string): Variant {
  return {
    name,
    path: '/',
    headers: { 'Accept-Encoding': coding },
    fits: (answer) => answer.headers['content-encoding'] === coding,
  }
}

const plain: Variant = {
  name: 'home, plain',
  path: '/',
  headers: {},
  fits: (answer) => answer.headers['content-encoding'] === undefined,
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
    },
    {
      name: 'home, ?_data=root',
      path: '/?_data=root',
      headers: {},
      fits: ({ headers }) => /json/.test(headers['content-type'] ?? ''),
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
  const rate = (pick: (round: Round) => number) => perSecond(median(rounds.map(pick)))
  const p99 = (pick: (round: Round) => number) => milliseconds(median(rounds.map(pick)))
  const share = loadRatio(rounds.map(({ page, limit }) => ({ own: page, peer: limit })))
  const slower = medianRatio(
    rounds.map(({ page, limit }) => ({ own: page.p99Ms, peer: limit.p99Ms })),
  )
  const rows: Row[] = [
    {
      what: isFromCache ? name : `${name} (this build keeps no pages)`,
      figure: `${rate(({ page }) => page.perSecond)}, limit ${rate(({ limit }) => limit.perSecond)}`,
      ratio: ratioText(share, 'the limit'),
      reach: atLeast(0.8, share.byCpu, ' ×'),
    },
    {
      what: `${name}: p99`,
      figure: `${p99(({ page }) => page.p99Ms)}, limit ${p99(({ limit }) => limit.p99Ms)}`,
      ratio: `${times(slower)} the limit's`,
      reach: atMost(10, slower, ' ×'),
    },
  ]
  const againstStock = rounds.flatMap(({ page, stock }) =>
    stock ? [{ own: page, peer: stock }] : [],
  )
  if (againstStock.length > 0) {
    const ratio = loadRatio(againstStock)
    rows.push({
      what: `${name}, against remix-serve`,
      figure: `remix-serve ${perSecond(median(againstStock.map(({ peer }) => peer.perSecond)))}`,
      ratio: ratioText(ratio, 'remix-serve'),
      reach: atLeast(100, ratio.byCpu, ' ×'),
    })
  }
  return rows
}
