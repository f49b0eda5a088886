import { tuned } from '../../tests/support/search-questions/tuned.ts'
import type { Run } from './bench.ts'
import { atMost, timesText, type Row, type Section } from './report.ts'
import { getGood } from './requests.ts'
import { logged, report, startContentService, startSite, type Site } from './sites.ts'
import { percentile } from './statistics.ts'

/** Numbers of products: of the large catalogue, and of that of a quick run. */
export const products = { whole: 100_000, quick: 2_000 }

/** How long the lists of a large catalogue may take, s. */
export const maxListsS = 600

/** Prefixes of one letter, which match the most, and words that are spelt wrong, which take the longest. */
const hardQuestions = [
  ...['ق', 'م', 'ا', 't', 's', 'كونتاكتار', 'قاتع مصغر', 'tranformer', 'moudled case'],
]

export const questions = [...tuned.map(({ q }) => q), ...hardQuestions]

/** A site on the sample, or on a catalogue of so many products, once its search index has their lists. */
export async function startSearchable(products?: number, crawlPerS = 10) {
  const catalogue = products === undefined ? undefined : await startContentService(products)
  const site = await startSite({
    ...{ SEARCH_CRAWL_PER_S: String(crawlPerS), LOG_LEVEL: 'info', ACCESS_LOG: 'none' },
    ...(catalogue && { CONTENT_API_URL: catalogue.url }),
  })
  const startedAt = performance.now()
  await logged(site, catalogue ? /search lists indexed/ : /search index filled/, maxListsS)
  const listsS = (performance.now() - startedAt) / 1000
  async function stop() {
    await site.stop()
    await catalogue?.stop()
  }
  return { site, listsS, stop }
}

/** Search on the sample, and on 100,000 products once their lists are indexed. */
export async function measureSearch({ rounds }: Run): Promise<Section[]> {
  report('search: the sample')
  const small = await startSearchable()
  const sample = await measureQuestions(small.site, 'Search on the sample', 25)
  await small.stop()

  const count = rounds > 1 ? products.whole : products.quick
  report(`search: a catalogue of ${count} products`)
  const { site, listsS, stop } = await startSearchable(count)
  const title = `Search in ${count.toLocaleString('en')} products, two languages`
  const large = await measureQuestions(site, title, 40)
  await stop()
  large.rows.unshift({
    what: 'lists indexed in the background',
    figure: `${Math.round(listsS)} s`,
    target: atMost(maxListsS, listsS, ' s'),
  })
  return [sample, large]
}

/** Asks all questions in both languages. The first ones, which compile the code, do not count. */
async function measureQuestions({ port }: Site, title: string, maxMs: number): Promise<Section> {
  const rows: Row[] = []
  const measured: Record<string, number[]> = {}
  for (const [what, path] of [
    ['the search page', '/search'],
    ['suggestions', '/search/suggest'],
  ] as const) {
    const times: number[] = []
    for (const language of ['Ar', 'En']) {
      for (const question of questions) {
        const address = `${path}?${new URLSearchParams({ q: question })}`
        times.push((await getGood(port, address, { Cookie: `lang=${language}` })).wholeMs)
      }
    }
    const counted = times.slice(questions.length / 2)
    const target = atMost(maxMs, percentile(counted, 0.95), ' ms p95')
    rows.push({ what, figure: timesText(counted), target })
    measured[what] = counted
  }
  return { title, rows, measured }
}
