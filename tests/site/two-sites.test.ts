import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { sendJson, startRecordingApi } from '../support/recording-api.ts'
import { makeFolder } from '../support/small-sample.ts'
import { runModule } from '../support/run-module.ts'

/** Starts two sites in one process, requests pages of both, and closes them. */
const program = (sites: object[]) => `
  import { runSite } from './build/server/run-site.js'
  import { parseConfig } from './server/config.ts'

  const stopping = new AbortController()
  const running = []
  for (const settings of ${JSON.stringify(sites)}) {
    running.push(await runSite(parseConfig(settings), stopping.signal))
  }
  async function read(url, options) {
    const response = await fetch(url, options)
    return { status: response.status, text: await response.text() }
  }
  for (const { site } of running) {
    const article = await read(site.siteUrl + '/newsDetails/news-1?lang=En')
    const markdown = await read(site.siteUrl + '/newsDetails/news-1.md?lang=En')
    const enquiry = await read(site.siteUrl + '/enquiry', { redirect: 'manual' })
    console.log(JSON.stringify({ article, markdown, enquiry }))
  }
  stopping.abort()
  for (const { site, server } of running) {
    server.close()
    server.closeAllConnections()
    await site.close()
  }
`

async function settingsOf(postTitle: string, zone: string, changes: Record<string, string>) {
  const news = { postID: 'news-1', postTitle, postDate: '2025-12-31T20:30:00Z' }
  const api = await startRecordingApi(sendJson([news]))
  const brand = makeFolder()
  const timeZone = { zone, city: { Ar: 'مدينة', En: 'City' } }
  writeFileSync(path.join(brand, 'brand.json'), JSON.stringify({ timeZone }))
  return {
    ...{ PORT: '0', HOST: '127.0.0.1', ACCESS_LOG: 'none', DATA_DIR: makeFolder() },
    ...{ CONTENT_API_URL: api.url, BRAND_DIR: brand },
    ...changes,
  }
}

test('two sites of one process have their own content, time zone and settings, and leave nothing open', async () => {
  // The process ends by itself, which it does not while anything is open.
  const lines = await runModule(
    program([
      await settingsOf('News of Muscat', 'Asia/Muscat', { ENQUIRY_DELIVERY: 'log' }),
      await settingsOf('News of New York', 'America/New_York', {
        ...{ ENQUIRY_DELIVERY: 'none', PAGE_CACHE_MB: '0', CONTENT_CACHE_TTL_S: '0' },
      }),
    ]),
  )
  // That is ACCESS_LOG=none.
  expect(lines.filter((line) => line.includes('"msg":"request"'))).toEqual([])
  const [muscat, newYork] = lines
    .filter((line) => line.startsWith('{"article"'))
    .map((line) => JSON.parse(line) as Record<string, { status: number; text: string }>)
  expect(muscat?.['article']?.text).toContain('News of Muscat')
  expect(muscat?.['article']?.text).toContain('1 January 2026')
  expect(muscat?.['markdown']?.text).toContain('News of Muscat')
  expect(muscat?.['enquiry']?.status).toBe(200)
  expect(newYork?.['article']?.text).toContain('News of New York')
  expect(newYork?.['article']?.text).toContain('31 December 2025')
  expect(newYork?.['markdown']?.text).toContain('News of New York')
  expect(newYork?.['enquiry']?.status).toBe(303)
})
