import { setTimeout as pause } from 'node:timers/promises'
import { ask, type Answer } from '../bench/ask.ts'

const languages = [
  { cookie: 'lang=Ar', html: '<html lang="ar" dir="rtl"' },
  { cookie: 'lang=En', html: '<html lang="en" dir="ltr"' },
] as const

/** What visitors saw. */
export interface Views {
  count: number
  /** Views that were no whole page in the visitor's language, in words. */
  failed: string[]
  /** Until the first byte, ms, of views of pages that were no longer fresh. */
  staleMs: number[]
}

/** All pages in both languages, in an order that is the same in each run. */
function shuffled(paths: readonly string[]) {
  const all = paths.flatMap((path) => languages.map((language) => ({ path, language })))
  let state = 1
  for (let at = all.length - 1; at > 0; at -= 1) {
    state = (state * 48_271) % 2_147_483_647
    const other = state % (at + 1)
    const [one, two] = [all[at], all[other]]
    if (one && two) [all[at], all[other]] = [two, one]
  }
  return all
}

/**
 * Visitors who go from page to page until they are told to stop.
 * @param pauseMs how long each looks at a page
 */
export function startVisitors(
  port: number,
  paths: readonly string[],
  { visitors, pauseMs }: { visitors: number; pauseMs: number },
) {
  const pages = shuffled(paths)
  const views: Views = { count: 0, failed: [], staleMs: [] }
  let turn = 0
  let isOver = false

  async function visit() {
    while (!isOver) {
      const page = pages[turn++ % pages.length]
      if (!page) return
      await view(port, page.path, page.language, views)
      if (pauseMs > 0) await pause(pauseMs)
    }
  }

  const all = Promise.all(Array.from({ length: visitors }, visit))
  return {
    views,
    /** Fulfils once there have been so many views. */
    async reached(count: number) {
      while (views.count < count) await pause(20)
    },
    async stop() {
      isOver = true
      await all
      return views
    },
  }
}

/** Each page once, in both languages. */
export async function viewAll(port: number, paths: readonly string[]) {
  const pages = shuffled(paths)
  const views: Views = { count: 0, failed: [], staleMs: [] }
  async function visit() {
    for (let page = pages.pop(); page; page = pages.pop()) {
      await view(port, page.path, page.language, views)
    }
  }
  await Promise.all(Array.from({ length: 8 }, visit))
  return views
}

async function view(
  port: number,
  path: string,
  { cookie, html }: (typeof languages)[number],
  views: Views,
) {
  views.count += 1
  try {
    const answer = await ask(port, path, { cookie })
    const problem = problemOf(answer, html)
    if (problem) views.failed.push(`${cookie} ${path}: ${problem}`)
    if (answer.headers['cache-status']?.includes('stale')) views.staleMs.push(answer.firstByteMs)
  } catch (error) {
    views.failed.push(`${cookie} ${path}: ${String(error)}`)
  }
}

function problemOf({ status, body }: Answer, html: string) {
  if (status !== 200) return `status ${status}`
  const text = body.toString('utf8')
  if (!text.includes(html)) return 'another language'
  return text.trimEnd().endsWith('</html>') ? null : 'no whole page'
}
