import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { hostileRequest, idPlaces, objectNames } from '../support/hostile-requests.ts'
import { sendRaw } from '../support/raw-request.ts'
import { startSiteProcess, type SiteProcess } from '../support/site-process.ts'

const good = { url: inject('contentUrl') }
let site: SiteProcess

beforeAll(async () => {
  site = await startSiteProcess({ CONTENT_API_URL: good.url, LOG_LEVEL: 'silent' })
})
afterAll(() => site.stop())

/**
 * Pages of a normal visitor, without headers that differ from one response to the next, and without the links to the
 * other language, which a page has once its post is known in it.
 */
async function normalPages() {
  const pages = ['/', '/News', '/product-details/tm63-1p-c', '/contact'].flatMap((path) =>
    ['Ar', 'En'].map(async (language) => {
      const response = await fetch(site.url + path, { headers: { cookie: `lang=${language}` } })
      const headers = [...response.headers].filter(
        ([name]) => !/^(date|age|cache-status|content-length|etag)$/.test(name),
      )
      const html = await response.text()
      const body = html.replace(/<link rel="alternate" hrefLang="[^>]*>/g, '')
      return { path, language, status: response.status, headers, body }
    }),
  )
  return Promise.all(pages)
}

/** The same requests in every run, so that a failure is reproducible and a good build never fails. */
const requests = fc.sample(hostileRequest, { numRuns: 6_000, seed: 2026 })
const batchSize = 25

test('no hostile request gets a 5xx, and normal visitors get the same bytes afterwards', async () => {
  const before = await normalPages()
  const failed: { sent: string; head: string }[] = []
  for (let start = 0; start < requests.length; start += batchSize) {
    const batch = requests.slice(start, start + batchSize)
    const responses = await Promise.all(batch.map((bytes) => sendRaw(site.url, bytes)))
    responses.forEach(({ text }, index) => {
      const [head = ''] = text.split('\r\n\r\n')
      if (!isGood(head)) failed.push({ sent: batch[index] ?? '', head })
    })
  }
  expect(failed.slice(0, 3)).toEqual([])
  expect(failed).toHaveLength(0)
  expect(await normalPages()).toEqual(before)
}, 120_000)

function isGood(head: string) {
  const hasStatus = /^HTTP\/1\.1 [234]\d\d /.test(head)
  const isSafe = /^x-content-type-options: nosniff$/im.test(head.replaceAll('\r', ''))
  const isError = /^HTTP\/1\.1 4/.test(head)
  return hasStatus && isSafe && (!isError || /^cache-control: no-store/im.test(head))
}

test.each(idPlaces)('V31: %s: a name of every object is as unknown as any other', async (place) => {
  /** The response, without the name itself and what depends on it. */
  async function visit(name: string) {
    const response = await fetch(site.url + place + name, { redirect: 'manual' })
    const text = await response.text()
    expect(text).not.toMatch(/native code|\[object /)
    return { status: response.status, type: response.headers.get('content-type') }
  }
  const unknown = await visit('nosuchname')
  for (const name of objectNames) expect(await visit(name), name).toEqual(unknown)
})

test('V31: names of objects are listed, noted, taken from a shared list and sent as an enquiry', async () => {
  const post = (path: string, fields: Record<string, string>, cookie = '') =>
    fetch(site.url + path, {
      method: 'POST',
      body: new URLSearchParams(fields),
      headers: { cookie: `lang=En; ${cookie}` },
      redirect: 'manual',
    })
  const items = objectNames.map((name) => `${name}:2`).join(',')
  const taken = await post('/quote-list', { action: 'take', items })
  const cookie = taken.headers.getSetCookie().map((line) => line.split(';')[0] ?? '')
  expect([taken.status, taken.headers.get('location')]).toEqual([303, '/quote-list'])
  const list = await fetch(`${site.url}/quote-list`, { headers: { cookie: cookie.join('; ') } })
  const html = await list.text()
  for (const name of objectNames) expect(html).toContain(`name="note.${name}"`)
  expect(html).not.toMatch(/native code|\[object /)
  const token = /name="form" value="([^"]+)"/.exec(html)?.[1] ?? ''
  const visitor = { name: 'Amal', phone: '+966501234567', message: 'Panels', form: token, items }
  const note = { 'note.constructor': 'red', 'note.__proto__': 'blue' }
  // The form was opened just now, so it comes back once, with everything that was written.
  const early = await post('/enquiry', { ...visitor, ...note })
  const again = await early.text()
  expect(early.status).toBe(422)
  expect(again).toContain('value="red"')
  expect(again).toContain('value="blue"')
  const later = /name="form" value="([^"]+)"/.exec(again)?.[1] ?? ''
  await expect
    .poll(async () => (await post('/enquiry', { ...visitor, ...note, form: later })).status)
    .toBe(303)
})
