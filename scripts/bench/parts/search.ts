import { setTimeout as pause } from 'node:timers/promises'
import { tuned } from '../../../tests/support/search-questions/tuned.ts'
import { listProductLists } from '../addresses.ts'
import { get } from '../ask.ts'
import { loadRatio, runLoad } from '../load.ts'
import type { LoadResult } from '../load-order.ts'
import { megabytesText, milliseconds, perSecond, ratioText } from '../numbers.ts'
import { residentMb } from '../process-figures.ts'
import { viewMenu, type Run } from '../run.ts'
import { startCatalogue, startSite, type Site } from '../sites.ts'
import { median, percentile } from '../statistics.ts'
import { atLeast, atMost, type Row, type Section } from '../targets.ts'

const products = 100_000

/** How long the lists of a large catalogue may take, s. */
const maxListsS = 600

/** Prefixes of one letter, which match the most, and words that are spelt wrong, which take the longest. */
const hardQuestions = [
  'ق',
  'م',
  'ا',
  't',
  's',
  'كونتاكتار',
  'قاتع مصغر',
  'tranformer',
  'moudled case',
]

/** How many lists are filtered. */
const filteredLists = 5

const questions = [...tuned.map(({ q }) => q), ...hardQuestions]

/** Search on the sample, then on 100,000 products while their index is being filled, and afterwards. */
export async function measureSearch(run: Run): Promise<Section[]> {
  return [await measureSample(run), await measureLarge(run)]
}

async function measureSample(run: Run): Promise<Section> {
  run.report('search: the sample')
  const site = await startSite({ LOG_LEVEL: 'info' })
  try {
    await logged(site, /search index filled/, maxListsS)
    const suggestions = await measureQuestions(site, '/search/suggest')
    const search = await measureQuestions(site, '/search')
    return {
      title: 'Search on the sample',
      rows: [
        row('the search page', search, 'median', 15),
        row('suggestions', suggestions, 'median', 10),
      ],
      measured: { search, suggestions },
    }
  } finally {
    await site.stop()
  }
}

async function measureLarge(run: Run): Promise<Section> {
  run.report(`search: filling a catalogue of ${products} products`)
  const catalogue = await startCatalogue(products)
  const settings = { CONTENT_API_URL: catalogue.url, LOG_LEVEL: 'info', ACCESS_LOG: 'none' }
  try {
    const peer = await startSite({ ...settings, SEARCH_CRAWL_PER_S: '0' })
    await viewMenu(peer)
    const alone = await loadHome(peer, run)
    await measureFilter(peer)
    const peerMb = residentMb(peer.pid)
    await peer.stop()

    run.report('search: filling the index')
    const site = await startSite(settings)
    const startedAt = performance.now()
    await logged(site, /warm start done/, maxListsS)
    const meanwhile = await loadHome(site, run)
    await logged(site, /search lists indexed/, maxListsS)
    const listsS = (performance.now() - startedAt) / 1000
    const ratio = loadRatio(pairsOf(meanwhile, alone))
    const p99Ms = median(meanwhile.map((round) => round.p99Ms))

    run.report('search: asking')
    const suggestions = await measureQuestions(site, '/search/suggest')
    const search = await measureQuestions(site, '/search')
    const filtered = await measureFilter(site)
    const grownMb = residentMb(site.pid) - peerMb
    await site.stop()
    return {
      title: 'Search in 100,000 products, two languages',
      rows: [
        {
          what: 'lists indexed in the background',
          figure: `${Math.round(listsS)} s`,
          target: atMost(maxListsS, listsS, ' s'),
        },
        {
          what: 'cached pages meanwhile',
          figure: `${rateOf(meanwhile)}, without ${rateOf(alone)}`,
          ratio: ratioText(ratio, 'without'),
          target: atLeast(0.9, ratio.byRate, ' ×'),
        },
        {
          what: 'cached pages meanwhile: p99',
          figure: milliseconds(p99Ms),
          target: atMost(20, p99Ms, ' ms'),
        },
        row('the search page', search, 'p95', 40),
        row('suggestions', suggestions, 'p95', 40),
        {
          what: 'a list of a type that nobody has asked for',
          figure: milliseconds(filtered.contentMs),
        },
        {
          what: 'the same filtered, for the first time',
          figure: milliseconds(filtered.pageMs),
          target: atMost(150, filtered.pageMs, ' ms'),
        },
        {
          what: 'memory, more than a site without the crawl',
          figure: megabytesText(grownMb),
          target: atMost(60, grownMb, ' MB'),
        },
      ],
      measured: { listsS, alone, meanwhile, search, suggestions, filtered, grownMb },
    }
  } finally {
    await catalogue.stop()
  }
}

/** @param judged the figure that the target is for */
function row(what: string, times: number[], judged: 'median' | 'p95', maxMs: number): Row {
  const figures = {
    median: median(times),
    p95: percentile(
      [...times].sort((a, b) => a - b),
      0.95,
    ),
  }
  return {
    what,
    figure: `median ${milliseconds(figures.median)}, p95 ${milliseconds(figures.p95)}`,
    target: atMost(maxMs, figures[judged], ` ms ${judged}`),
  }
}

async function loadHome({ port, pid }: Site, run: Run): Promise<LoadResult[]> {
  const rounds: LoadResult[] = []
  for (let round = 0; round < run.rounds; round++) {
    rounds.push(await runLoad({ port, pid, paths: ['/'] }, run))
  }
  return rounds
}

function rateOf(rounds: LoadResult[]) {
  return perSecond(median(rounds.map((round) => round.perSecond)))
}

function pairsOf(own: LoadResult[], peer: LoadResult[]) {
  return own.flatMap((result, at) => {
    const other = peer[at]
    return other ? [{ own: result, peer: other }] : []
  })
}

/** Waits for a line of the site's log. @throws Error on timeout */
async function logged(site: Site, line: RegExp, maxS: number) {
  const deadline = performance.now() + maxS * 1000
  while (!line.test(site.output())) {
    if (performance.now() > deadline) throw new Error(`No line ${String(line)} in ${maxS} s.`)
    await pause(50)
  }
}

/** The times of all questions, in both languages, ms. The first ones, which compile the code, do not count. */
async function measureQuestions({ port }: Site, path: string) {
  const times: number[] = []
  for (const language of ['Ar', 'En']) {
    for (const question of questions) {
      const address = `${path}?${new URLSearchParams({ q: question })}`
      const { status, wholeMs } = await get(port, address, { Cookie: `lang=${language}` })
      if (status !== 200) throw new Error(`${address}: status ${status}.`)
      times.push(wholeMs)
    }
  }
  return times.slice(questions.length / 2)
}

/** Lists of about 3,000 products: their content is read, then they are filtered. Medians, ms. */
async function measureFilter({ port }: Site) {
  const times: { contentMs: number; pageMs: number }[] = []
  for (const path of (await listProductLists(port)).slice(-filteredLists)) {
    const contentMs = await measureList(port, `${path}?sort=name`)
    const pageMs = await measureList(port, `${path}?sort=-name&view=table`)
    times.push({ contentMs, pageMs })
  }
  return {
    contentMs: median(times.map((time) => time.contentMs)),
    pageMs: median(times.map((time) => time.pageMs)),
  }
}

async function measureList(port: number, address: string) {
  const { status, wholeMs } = await get(port, address)
  if (status !== 200) throw new Error(`${address}: status ${status}.`)
  return wholeMs
}
