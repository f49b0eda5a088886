import { readdirSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSiteProcess, type SiteProcess } from '../support/site-process.ts'

const files = readdirSync('server/content-service/sample/images')

let site: SiteProcess
beforeAll(async () => {
  site = await startSiteProcess()
}, 60_000)
afterAll(() => site.stop())

test('a page does not wait for fifty new pictures', async () => {
  let received = 0
  const pictures = files.slice(0, 50).map(async (file) => {
    const response = await fetch(`${site.url}/images/post/${file}?w=800`)
    await response.arrayBuffer()
    received += 1
    return response.status
  })
  const page = await fetch(`${site.url}/projectDetails/project-hofuf-mosque`)
  expect(page.status).toBe(200)
  expect(await page.text()).toContain('</html>')
  expect(received).toBeLessThan(pictures.length)
  expect(new Set(await Promise.all(pictures))).toEqual(new Set([200]))
})
