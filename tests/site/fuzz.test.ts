import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useContentService } from '../support/content-service.ts'
import { hostileRequest } from '../support/hostile-requests.ts'
import { sendRaw } from '../support/raw-request.ts'
import { startSiteProcess, type SiteProcess } from '../support/site-process.ts'

const good = useContentService()
let site: SiteProcess

beforeAll(async () => {
  site = await startSiteProcess({ CONTENT_API_URL: good.url, LOG_LEVEL: 'silent' })
}, 60_000)
afterAll(() => site.stop())

/** What a clean visitor gets, without what differs from one sending to the next. */
async function cleanPages() {
  const pages = ['/', '/News', '/product-details/tm63-1p-c', '/contact'].flatMap((path) =>
    ['Ar', 'En'].map(async (language) => {
      const answer = await fetch(site.url + path, { headers: { cookie: `lang=${language}` } })
      const headers = [...answer.headers].filter(
        ([name]) => !/^(date|age|cache-status)$/.test(name),
      )
      return { path, language, status: answer.status, headers, body: await answer.text() }
    }),
  )
  return Promise.all(pages)
}

/** Always the same requests: a failure can be looked into, and a good build is not held up. */
const requests = fc.sample(hostileRequest, { numRuns: 3_000, seed: 2026 })
const atOnce = 25

test('whatever is sent, nothing is answered with 5xx, and clean visitors get the same bytes', async () => {
  const before = await cleanPages()
  const wrong: { sent: string; head: string }[] = []
  for (let at = 0; at < requests.length; at += atOnce) {
    const some = requests.slice(at, at + atOnce)
    const answers = await Promise.all(some.map((bytes) => sendRaw(site.url, bytes)))
    answers.forEach((answer, index) => {
      const [head = ''] = answer.text.split('\r\n\r\n')
      if (!isRight(head)) wrong.push({ sent: some[index] ?? '', head })
    })
  }
  expect(wrong.slice(0, 3)).toEqual([])
  expect(wrong).toHaveLength(0)
  expect(await cleanPages()).toEqual(before)
}, 120_000)

function isRight(head: string) {
  const isAnswered = /^HTTP\/1\.1 [234]\d\d /.test(head)
  const isSafe = /^x-content-type-options: nosniff$/im.test(head.replaceAll('\r', ''))
  const isError = /^HTTP\/1\.1 4/.test(head)
  return isAnswered && isSafe && (!isError || /^cache-control: no-store/im.test(head))
}
