import { setTimeout as pause } from 'node:timers/promises'
import { ask, isHit } from './ask.ts'
import { listMenu } from './addresses.ts'
import type { LoadSize } from './load.ts'
import type { Site } from './sites.ts'

/** How this run measures. */
export interface Run extends LoadSize {
  rounds: number
  startRounds: number
  /** How long the site is left alone before its memory at rest is read. */
  restSeconds: number
  browserRounds: number
  say(line: string): void
}

const warmPatienceMs = 30_000
const readyLine = /the pages of the menu are ready/

/** What the log says only at the level that the site is started with. */
export const tellsWhenWarm = { LOG_LEVEL: 'info' }

/** The access log costs about a sixth of a cached page; the limit writes none. */
export const withoutAccessLog = { LOG_LEVEL: 'info', ACCESS_LOG: 'none' }

/** As the site comes, with a line for each request. */
export const withAccessLog = { LOG_LEVEL: 'info' }

/** Whether this build has a page cache: the home page comes out of it the second time. */
export async function hasPageCache({ port }: Site) {
  await ask(port, '/')
  return isHit(await ask(port, '/'))
}

/**
 * Waits until the site's log says that the pages of its menu are made. Asking the pages meanwhile
 * would make them, so they are asked afterwards.
 * @returns the pages of the menu and how many of them were in the page cache in both languages, or
 *   null when the log did not say it in time
 */
export async function becomeWarm(site: Site) {
  const giveUpAt = performance.now() + warmPatienceMs
  while (!readyLine.test(site.said())) {
    if (performance.now() > giveUpAt) return null
    await pause(10)
  }
  const warmAt = performance.now()
  return { warmAt, ...(await viewMenu(site)) }
}

/**
 * Asks for the pages of the menu in both languages, and so has them made if they were not.
 * @returns how many there are, and how many of them were in the page cache
 */
export async function viewMenu({ port }: Site) {
  const addresses = (await listMenu(port)).flatMap((path) =>
    ['Ar', 'En'].map((language) => ({ path, headers: { Cookie: `lang=${language}` } })),
  )
  let hits = 0
  for (const { path, headers } of addresses) {
    if (isHit(await ask(port, path, headers))) hits += 1
  }
  return { pages: addresses.length, hits }
}
