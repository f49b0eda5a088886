import { setTimeout as pause } from 'node:timers/promises'
import { openLines } from '../../tests/support/list-lines/open.ts'
import type { Run } from './bench.ts'
import { residentMb, watchMemory } from './process-figures.ts'
import { atMost, megabytesText, milliseconds, type Row, type Section } from './report.ts'
import { getGood } from './requests.ts'
import { maxListsS, products, questions } from './search.ts'
import { logged, report, startContentService, startSite, type Site } from './sites.ts'
import { median, percentile } from './statistics.ts'

const lineCount = 300

/** How many lists are posted at once while the memory is watched. */
const atOnce = 5

/** Pause after each suggestion while a list is checked, ms: someone types six letters a second. */
const pauseMs = 150

/** Ratings and quantities; each is replaced by the next one, so that lines differ. */
const numbers = [4, 6, 10, 16, 20, 25, 32, 40, 50, 63, 80, 100, 125, 160, 200, 250, 400, 630]
const nextNumber = new Map(
  numbers.map((number, at) => [String(number), String(numbers[(at + 1) % numbers.length])]),
)

/** A bill of quantities: the lines of the tests, and those with a rating again with the next ones. */
function makeList() {
  const lines = new Set<string>()
  let round = openLines.map(({ line }) => line.replace(/\s*\n\s*/g, ' '))
  while (lines.size < lineCount) {
    for (const line of round) if (lines.size < lineCount) lines.add(line)
    round = round.map((line) =>
      line.replace(
        /(?<![\p{L}\p{N}.,])\d+(?![\p{N}.,])/gu,
        (number) => nextNumber.get(number) ?? number,
      ),
    )
  }
  return [...lines].join('\n')
}

/** A list of 300 lines posted to /quick-list: on the sample, and on 100,000 products. */
export async function measureLists({ rounds }: Run): Promise<Section[]> {
  report('lists: the sample')
  const small = await startSite({ LOG_LEVEL: 'info', SEARCH_CRAWL_PER_S: '10' })
  await logged(small, /search index filled/, maxListsS)
  await logged(small, /warm start done/, maxListsS)
  const sample = await measureList(small, 'Lists of 300 lines on the sample', rounds, 1_500)
  await small.stop()

  const count = rounds > 1 ? products.whole : products.quick
  report(`lists: a catalogue of ${count} products`)
  const catalogue = await startContentService(count)
  const site = await startSite({
    SEARCH_CRAWL_PER_S: '10',
    CONTENT_API_URL: catalogue.url,
    LOG_LEVEL: 'info',
    ACCESS_LOG: 'none',
  })
  await logged(site, /search lists indexed/, maxListsS)
  await logged(site, /warm start done/, maxListsS)
  const title = `Lists of 300 lines in ${count.toLocaleString('en')} products`
  const large = await measureList(site, title, rounds, 4_000)
  await site.stop()
  await catalogue.stop()
  return [sample, large]
}

/** Posts one list after another, each beside suggestions, and then several at once. The first ones do not count. */
async function measureList(
  { port, pid }: Site,
  title: string,
  rounds: number,
  maxMs: number,
): Promise<Section> {
  const lines = makeList()
  const post = async (language: string) => {
    const { text, wholeMs } = await getGood(
      port,
      '/quick-list',
      { Cookie: `lang=${language}` },
      { lines },
    )
    const checked = text.match(/ data-state="(?:sure|choose|none|note)"/g)?.length ?? 0
    if (checked < lineCount) throw new Error(`The list has ${checked} lines.`)
    return wholeMs
  }
  for (const language of ['Ar', 'En']) await post(language)
  await askSuggestions(port, () => pause(2_000))
  const alone = await askSuggestions(port, () => pause(2_000))
  const times: number[] = []
  const waits: number[] = []
  for (let round = 0; round < rounds * 2; round += 1) {
    const list = () => post(round % 2 === 0 ? 'Ar' : 'En').then((ms) => times.push(ms))
    waits.push(...(await askSuggestions(port, list)))
  }
  const idleMb = residentMb(pid)
  const stopWatching = watchMemory(pid)
  await Promise.all(Array.from({ length: atOnce }, () => post('Ar')))
  const addedMb = stopWatching() - idleMb
  const p95 = percentile(Float64Array.from(times).sort(), 0.95)
  const waitP95 = percentile(Float64Array.from(waits).sort(), 0.95)
  const longest = Math.max(...waits)
  const rows: Row[] = [
    {
      what: 'the whole answer, beside suggestions',
      figure: `median ${milliseconds(median(times))}, p95 ${milliseconds(p95)}`,
      target: atMost(maxMs, p95, ' ms p95'),
    },
    {
      what: 'suggestions meanwhile',
      figure: `median ${milliseconds(median(waits))}, p95 ${milliseconds(waitP95)}, longest ${milliseconds(longest)}; without a list longest ${milliseconds(Math.max(...alone))}`,
      target: atMost(50, longest, ' ms'),
    },
    {
      what: `resident memory with ${atOnce} lists at once, more than before`,
      figure: megabytesText(addedMb),
      target: atMost(30, addedMb, ' MB'),
    },
  ]
  return { title, rows, measured: { times, waits, alone, idleMb, addedMb } }
}

/** Asks for suggestions while something runs, one after another. @returns how long each took, ms */
async function askSuggestions(port: number, run: () => Promise<unknown>) {
  let isRunning = true
  const done = run().finally(() => (isRunning = false))
  async function ask() {
    const waits: number[] = []
    for (let at = 0; isRunning; at += 1) {
      const asked = new URLSearchParams({ q: questions[at % questions.length] ?? '' })
      waits.push((await getGood(port, `/search/suggest?${asked}`)).wholeMs)
      await pause(pauseMs)
    }
    return waits
  }
  const [waits] = await Promise.all([ask(), done])
  return waits
}
