import { setTimeout as pause } from 'node:timers/promises'
import { get, type GetResponse } from '../bench/requests.ts'

const languages = [
  { cookie: 'lang=Ar', html: '<html lang="ar" dir="rtl"' },
  { cookie: 'lang=En', html: '<html lang="en" dir="ltr"' },
] as const

/** Responses that visitors got. */
export interface Views {
  count: number
  /** Descriptions of the views without a whole page in the visitor's language. */
  failed: string[]
}

/** All pages in both languages, in an order that jumps about and is the same in each run. */
function mixed(paths: readonly string[]) {
  const all = paths.flatMap((path) => languages.map((language) => ({ path, language })))
  const key = (at: number) => (at * 48_271) % 2_147
  return all
    .map((page, at) => ({ page, at }))
    .sort((a, b) => key(a.at) - key(b.at))
    .map(({ page }) => page)
}

/**
 * Six visitors who go from page to page until stopped.
 * @param pauseMs how long each stays on a page
 */
export function startVisitors(port: number, paths: readonly string[], pauseMs: number) {
  const pages = mixed(paths)
  const views: Views = { count: 0, failed: [] }
  let turn = 0
  let isOver = false

  async function visit() {
    while (!isOver) {
      const page = pages[turn++ % pages.length]
      if (!page) return
      await view(port, page.path, page.language, views)
      await pause(pauseMs)
    }
  }

  const all = Promise.all(Array.from({ length: 6 }, visit))
  return {
    views,
    async stop() {
      isOver = true
      await all
      return views
    },
  }
}

/** Views each page once in both languages. */
export async function viewAll(port: number, paths: readonly string[]) {
  const pages = mixed(paths)
  const views: Views = { count: 0, failed: [] }
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
    const response = await get(port, path, { cookie })
    const problem = problemOf(response, html)
    if (problem) views.failed.push(`${cookie} ${path}: ${problem}`)
  } catch (error) {
    views.failed.push(`${cookie} ${path}: ${String(error)}`)
  }
}

function problemOf({ status, body }: GetResponse, html: string) {
  if (status !== 200) return `status ${status}`
  const text = body.toString('utf8')
  if (!text.includes(html)) return 'wrong language'
  return text.trimEnd().endsWith('</html>') ? null : 'incomplete page'
}
