import { setTimeout as pause } from 'node:timers/promises'
import lighthouse from 'lighthouse'
import { chromium } from 'playwright'
import { getFreePort } from '../../../tests/support/loopback.ts'
import { findBrowser } from '../../browser.mjs'
import { listProductLists, listProducts } from '../addresses.ts'
import { kilobytesText, milliseconds } from '../numbers.ts'
import { atLeast, atMost, type Row, type Section } from '../targets.ts'
import type { Run } from '../run.ts'
import type { Site } from '../sites.ts'
import { median } from '../statistics.ts'

/** The screen of Lighthouse's phone, so that its pictures are resized in advance. */
const phone = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true }

/** Pictures may be encoded in better formats after their first response. */
const picturesSettleMs = 3_000

interface Visit {
  score: number
  fcpMs: number
  lcpMs: number
  speedIndexMs: number
  tbtMs: number
  cls: number
  bytes: number
  benchmarkIndex: number
  /** The audits that would save something. */
  advice: { audit: string; title: string; text: string; savings: unknown }[]
}

/** Lighthouse's performance score of a few pages on a mid-range phone with slow 4G. */
export async function measurePhone(run: Run, site: Site): Promise<Section> {
  const url = `http://127.0.0.1:${site.port}`
  const [list = '/products/home'] = await listProductLists(site.port)
  const [product = '/productsCategories'] = await listProducts(site.port, list)
  const pages: [name: string, address: string][] = [
    ['home, Arabic', `${url}/`],
    ['home, English', `${url}/?lang=En`],
    ['a product list, Arabic', url + list],
    ['a product, Arabic', url + product],
  ]
  await openPages(pages.map(([, address]) => address))

  const rows: Row[] = []
  const measured: Record<string, Visit[]> = {}
  for (const [name, address] of pages) {
    const visits: Visit[] = []
    for (let round = 0; round < run.browserRounds; round++) {
      run.report(`Lighthouse: ${name}, round ${round + 1}`)
      visits.push(await visit(address))
    }
    rows.push(...rowsOf(name, visits))
    measured[name] = visits
  }
  return { title: 'On a mid-range phone with slow 4G, by Lighthouse', rows, measured }
}

/** Visits each page once on the same screen, so that its pictures are resized. */
async function openPages(addresses: string[]) {
  const browser = await openBrowser()
  try {
    const page = await (await browser.newContext(phone)).newPage()
    for (const address of addresses) await page.goto(address, { waitUntil: 'networkidle' })
    await pause(picturesSettleMs)
  } finally {
    await browser.close()
  }
}

async function visit(address: string): Promise<Visit> {
  const port = await getFreePort()
  const browser = await openBrowser([`--remote-debugging-port=${port}`])
  try {
    const flags = {
      port,
      onlyCategories: ['performance'],
      logLevel: 'error',
      output: 'json',
    } as const
    const result = await lighthouse(address, flags)
    const failure = result?.lhr.runtimeError?.message
    if (!result || failure) throw new Error(`Lighthouse at ${address}: ${failure ?? 'no result'}`)
    const { audits, categories, environment } = result.lhr
    const figure = (audit: string) => audits[audit]?.numericValue ?? Number.NaN
    return {
      score: Math.round((categories['performance']?.score ?? 0) * 100),
      fcpMs: figure('first-contentful-paint'),
      lcpMs: figure('largest-contentful-paint'),
      speedIndexMs: figure('speed-index'),
      tbtMs: figure('total-blocking-time'),
      cls: figure('cumulative-layout-shift'),
      bytes: figure('total-byte-weight'),
      benchmarkIndex: environment.benchmarkIndex,
      advice: Object.entries(audits).flatMap(
        ([audit, { title, score, displayValue, metricSavings }]) =>
          Object.values(metricSavings ?? {}).some((saving) => saving > 0) && (score ?? 1) < 1
            ? [{ audit, title, text: displayValue ?? '', savings: metricSavings }]
            : [],
      ),
    }
  } finally {
    await browser.close()
  }
}

function openBrowser(args: string[] = []) {
  const executablePath = findBrowser()
  return chromium.launch({
    ...(executablePath && { executablePath }),
    args: ['--no-sandbox', '--disable-dev-shm-usage', ...args],
  })
}

function rowsOf(name: string, visits: Visit[]): Row[] {
  const medianOf = (pick: (visit: Visit) => number) => median(visits.map(pick))
  const [score, cls, tbt] = [
    medianOf((visit) => visit.score),
    medianOf((visit) => visit.cls),
    medianOf((visit) => visit.tbtMs),
  ]
  const paint = `LCP ${milliseconds(medianOf(({ lcpMs }) => lcpMs))}, FCP ${milliseconds(medianOf(({ fcpMs }) => fcpMs))}`
  const index = Math.round(medianOf(({ benchmarkIndex }) => benchmarkIndex))
  return [
    {
      what: `${name}: performance`,
      figure: `${score} of 100; ${paint}, ${kilobytesText(medianOf(({ bytes }) => bytes))}`,
      ratio: `benchmark index ${index}`,
      target: atLeast(98, score),
    },
    { what: `${name}: layout shift`, figure: cls.toFixed(3), target: atMost(0, cls) },
    { what: `${name}: blocking time`, figure: milliseconds(tbt), target: atMost(100, tbt, ' ms') },
  ]
}
