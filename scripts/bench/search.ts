import { tuned } from '../../tests/support/search-questions/tuned.ts'
import type { Run } from './bench.ts'
import { atMost, milliseconds, type Row, type Section } from './report.ts'
import { getGood } from './requests.ts'
import { logged, report, startContentService, startSite, type Site } from './sites.ts'
import { median, percentile } from './statistics.ts'

/** Of the large catalogue; of one in a quick run. */
export const products = { whole: 100_000, quick: 2_000 }

/** How long the lists of a large catalogue may take, s. */
export const maxListsS = 600

/** Prefixes of one letter, which match the most, and words that are spelt wrong, which take the longest. */
const hardQuestions = [
  ...['ق', 'م', 'ا', 't', 's', 'كونتاكتار', 'قاتع مصغر', 'tranformer', 'moudled case'],
]

export const questions = [...tuned.map(({ q }) => q), ...hardQuestions]

/** Search on the sample, and on 100,000 products once their lists are indexed. */
export async function measureSearch({ rounds }: Run): Promise<Section[]> {
  report('search: the sample')
  const small = await startSite({ LOG_LEVEL: 'info', SEARCH_CRAWL_PER_S: '10' })
  await logged(small, /search index filled/, maxListsS)
  const sample = await measureQuestions(small, 'Search on the sample', 25)
  await small.stop()

  const count = rounds > 1 ? products.whole : products.quick
  report(`search: a catalogue of ${count} products`)
  const catalogue = await startContentService(count)
  const settings = {
    SEARCH_CRAWL_PER_S: '10',
    CONTENT_API_URL: catalogue.url,
    LOG_LEVEL: 'info',
    ACCESS_LOG: 'none',
  }
  const site = await startSite(settings)
  const startedAt = performance.now()
  await logged(site, /search lists indexed/, maxListsS)
  const listsS = (performance.now() - startedAt) / 1000
  const title = `Search in ${count.toLocaleString('en')} products, two languages`
  const large = await measureQuestions(site, title, 40)
  await site.stop()
  await catalogue.stop()
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
    const sorted = Float64Array.from(counted).sort()
    const p95 = percentile(sorted, 0.95)
    const figure = `median ${milliseconds(median(counted))}, p95 ${milliseconds(p95)}`
    rows.push({ what, figure, target: atMost(maxMs, p95, ' ms p95') })
    measured[what] = counted
  }
  return { title, rows, measured }
}
