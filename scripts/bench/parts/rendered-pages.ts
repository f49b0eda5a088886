import { listProductsAndNews } from '../addresses.ts'
import { loadRatio, runLoad } from '../load.ts'
import type { LoadResult } from '../load-order.ts'
import { milliseconds, perSecond, ratioText } from '../numbers.ts'
import { atLeast, type Row, type Section } from '../targets.ts'
import type { Run } from '../run.ts'
import type { Site } from '../sites.ts'
import { median } from '../statistics.ts'

/** Pages rendered for each request: by the site without its page cache, and by the stock host. */
export async function measureRenderedPages(run: Run, site: Site, stock: Site): Promise<Section> {
  const many = await listProductsAndNews(site.port)
  const kinds: [name: string, paths: string[]][] = [
    ['home', ['/']],
    [`${many.length} product and news pages in turn`, many],
  ]
  const rows: Row[] = []
  const measured: Record<string, unknown> = {}
  for (const [name, paths] of kinds) {
    run.report(`pages rendered for each request: ${name}`)
    const rounds: { own: LoadResult; stock: LoadResult }[] = []
    for (let round = 0; round < run.rounds; round++) {
      rounds.push({
        own: await runLoad({ port: site.port, pid: site.pid, paths }, run),
        stock: await runLoad({ port: stock.port, pid: stock.pid, paths }, run),
      })
    }
    rows.push(rowOf(name, rounds))
    measured[name] = rounds
  }
  return { title: 'Pages rendered for each request, against stock remix-serve', rows, measured }
}

function rowOf(name: string, rounds: { own: LoadResult; stock: LoadResult }[]): Row {
  const describe = (measured: LoadResult[]) => {
    const rate = perSecond(median(measured.map(({ perSecond }) => perSecond)))
    const p99 = milliseconds(median(measured.map(({ p99Ms }) => p99Ms)))
    return `${rate}, p99 ${p99}`
  }
  const ratio = loadRatio(rounds.map(({ own, stock }) => ({ own, peer: stock })))
  return {
    what: name,
    figure: `${describe(rounds.map(({ own }) => own))}; remix-serve ${describe(rounds.map(({ stock }) => stock))}`,
    ratio: ratioText(ratio, 'remix-serve'),
    target: atLeast(2, ratio.byCpu, ' ×'),
  }
}
