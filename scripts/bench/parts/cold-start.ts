import { get, isHit } from '../ask.ts'
import { milliseconds } from '../numbers.ts'
import { missingRow, type Row, type Section } from '../targets.ts'
import { logsWarmUp, warmUp, type Run } from '../run.ts'
import { makeFolder, startSite } from '../sites.ts'
import { median } from '../statistics.ts'

interface Start {
  /** From the start of the process to the whole first home page. */
  firstPageMs: number
  warm: { ms: number; pages: number; hits: number } | null
}

/** The time from starting the process to the first page, and until the menu's pages are cached. */
export async function measureColdStart(run: Run): Promise<Section> {
  const first: Start[] = []
  const again: Start[] = []
  for (let round = 0; round < run.startRounds; round++) {
    run.report(`cold start: round ${round + 1}`)
    const folder = makeFolder()
    first.push(await measureStart(folder))
    again.push(await measureStart(folder))
  }
  const firstPage = (starts: Start[]) =>
    milliseconds(median(starts.map((each) => each.firstPageMs)))
  return {
    title: 'Cold start',
    rows: [
      { what: 'first start, to the whole home page', figure: firstPage(first) },
      { what: 'restart on the same data, to the same', figure: firstPage(again) },
      warmRow(again),
    ],
    measured: { first, again },
  }
}

async function measureStart(folder: string): Promise<Start> {
  const startedAt = performance.now()
  const site = await startSite({ DATA_DIR: folder, ...logsWarmUp })
  try {
    await get(site.port, '/')
    const firstPageMs = performance.now() - startedAt
    const warm = isHit(await get(site.port, '/')) ? await warmUp(site) : null
    return {
      firstPageMs,
      warm: warm && { ms: warm.warmAt - startedAt, pages: warm.pages, hits: warm.hits },
    }
  } finally {
    await site.stop()
  }
}

function warmRow(starts: Start[]): Row {
  const what = 'the same, until the pages of the menu are cached'
  const warm = starts.flatMap((start) => start.warm ?? [])
  const [one] = warm
  if (!one) return missingRow(what, 'this build caches no pages')
  return {
    what,
    figure: milliseconds(median(warm.map(({ ms }) => ms))),
    ratio: `${Math.min(...warm.map(({ hits }) => hits))} of ${one.pages} pages cached`,
  }
}
