import { chromium, type Page } from 'playwright'
import { findBrowser } from '../browser.mjs'
import { atMost, milliseconds, type Section } from './report.ts'
import { startSite } from './sites.ts'
import { median } from './statistics.ts'

/** How much slower than this machine's a cheap phone's processor is. */
const slowdown = 4

const seen = ['/products/mcb', '/branches', '/product-details/tm63-1p-c']

/** Pages that the visitor has seen, opened again without a network: the service worker has them. */
export async function measureSeenPages({ rounds }: { rounds: number }): Promise<Section[]> {
  const site = await startSite({ ACCESS_LOG: 'none' })
  const browser = await chromium.launch({
    executablePath: findBrowser(),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  })
  const context = await browser.newContext({ viewport: { width: 360, height: 780 } })
  const page = await context.newPage()
  const base = `http://localhost:${site.port}`
  for (const path of seen) {
    await page.goto(base + path)
    await page.waitForFunction(async () => {
      const stored = await caches.match(`${location.pathname}?lang=Ar`)
      return stored !== undefined
    })
  }
  const devTools = await context.newCDPSession(page)
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  await context.setOffline(true)
  const openings = []
  for (let round = 0; round < rounds; round += 1) {
    for (const path of seen) openings.push(await open(page, base + path))
  }
  const answered = median(openings.map(({ answeredMs }) => answeredMs))
  const painted = median(openings.map(({ paintedMs }) => paintedMs))
  await browser.close()
  await site.stop()
  const row = {
    what: 'seen before, from the service worker',
    figure: `whole page after ${milliseconds(answered)}, painted after ${milliseconds(painted)}`,
    target: atMost(100, answered, ' ms'),
  }
  return [
    { title: 'Pages without a network, on a phone with a quarter of this processor', rows: [row] },
  ]
}

/** Times a navigation, ms: until the last byte of the page, and until its first text is painted. */
async function open(page: Page, url: string) {
  await page.goto('about:blank')
  await page.goto(url, { waitUntil: 'load' })
  return page.evaluate(() => {
    const [navigation] = performance.getEntriesByType('navigation')
    const [paint] = performance.getEntriesByName('first-contentful-paint')
    const isTimed = navigation instanceof PerformanceNavigationTiming
    return {
      answeredMs: isTimed ? navigation.responseEnd : NaN,
      paintedMs: paint?.startTime ?? NaN,
    }
  })
}
