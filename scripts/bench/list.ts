import { setTimeout as pause } from 'node:timers/promises'
import { openLines } from '../../tests/support/list-lines/open.ts'
import type { Run } from './bench.ts'
import { residentMb, watchMemory } from './process-figures.ts'
import { atMost, megabytesText, milliseconds, timesText, type Row, type Section } from './report.ts'
import { getGood } from './requests.ts'
import { maxListsS, products, questions, startSearchable } from './search.ts'
import { logged, report, type Site } from './sites.ts'
import { percentile } from './statistics.ts'

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
  const count = rounds > 1 ? products.whole : products.quick
  return [
    await measureLines('on the sample', rounds, 1_500),
    await measureLines(`in ${count.toLocaleString('en')} products`, rounds, 4_000, count),
  ]
}

async function measureLines(where: string, rounds: number, maxMs: number, count?: number) {
  report(`lists: ${where}`)
  const { site, stop } = await startSearchable(count)
  await logged(site, /warm start done/, maxListsS)
  const section = await measureList(site, `Lists of 300 lines ${where}`, rounds, maxMs)
  await stop()
  return section
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
  const longest = Math.max(...waits)
  const rows: Row[] = [
    {
      what: 'the whole answer, beside suggestions',
      figure: timesText(times),
      target: atMost(maxMs, percentile(times, 0.95), ' ms p95'),
    },
    {
      what: 'suggestions meanwhile',
      figure: `${timesText(waits)}, longest ${milliseconds(longest)}; without a list longest ${milliseconds(Math.max(...alone))}`,
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
