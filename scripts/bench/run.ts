import { setTimeout as pause } from 'node:timers/promises'
import { get, isHit } from './ask.ts'
import { listMenu } from './addresses.ts'
import type { LoadSize } from './load.ts'
import type { Site } from './sites.ts'

/** The settings of a benchmark run. */
export interface Run extends LoadSize {
  rounds: number
  startRounds: number
  /** How long the site is idle before its memory at rest is read. */
  restSeconds: number
  browserRounds: number
  report(line: string): void
}

const warmUpTimeoutMs = 30_000
const warmLine = /warm start done/

/** Settings at which the site logs the end of its warm-up. */
export const logsWarmUp = { LOG_LEVEL: 'info' }

/** Settings without an access log, which the limit does not write either. */
export const withoutAccessLog = { LOG_LEVEL: 'info', ACCESS_LOG: 'none' }

/** The default settings: a line for each request. */
export const withAccessLog = { LOG_LEVEL: 'info' }

/** Whether this build has a page cache: the second request for the home page is a hit. */
export async function hasPageCache({ port }: Site) {
  await get(port, '/')
  return isHit(await get(port, '/'))
}

/**
 * Waits until the site logs that the pages of its menu are cached. Requests meanwhile would render
 * them, so the pages are requested afterwards.
 * @returns the time, the number of pages and the number of hits, in both languages; null on timeout
 */
export async function warmUp(site: Site) {
  const deadline = performance.now() + warmUpTimeoutMs
  while (!warmLine.test(site.output())) {
    if (performance.now() > deadline) return null
    await pause(10)
  }
  const warmAt = performance.now()
  return { warmAt, ...(await viewMenu(site)) }
}

/**
 * Requests the pages of the menu in both languages, which caches them.
 * @returns the number of pages, and the number of hits
 */
export async function viewMenu({ port }: Site) {
  const addresses = (await listMenu(port)).flatMap((path) =>
    ['Ar', 'En'].map((language) => ({ path, headers: { Cookie: `lang=${language}` } })),
  )
  let hits = 0
  for (const { path, headers } of addresses) {
    if (isHit(await get(port, path, headers))) hits += 1
  }
  return { pages: addresses.length, hits }
}
