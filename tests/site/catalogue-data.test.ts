import { get, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ApiCall } from '../support/api-call.ts'
import { startContentApi, type ContentApi } from '../support/content-api.ts'
import { eventually } from '../support/eventually.ts'
import { measurableSite, memoryInUseMb } from '../support/memory-in-use.ts'
import { sendRequest } from '../support/raw-request.ts'
import { startSiteProcess, type SiteProcess } from '../support/site-process.ts'
import { isWholeRun } from '../support/test-size.ts'

const types = 100
const productsPerType = 1_000

/** The type whose products are unavailable, if any. */
let deadType: string | null = null
let api: ContentApi
let site: SiteProcess

beforeAll(async () => {
  api = await startContentApi(largeCatalogueOf, {
    faultFor: (_, { parentId }) => (parentId === deadType ? 'status 500' : null),
  })
  const settings = { CONTENT_API_URL: api.url, LOG_LEVEL: 'error' }
  site = await startSiteProcess(settings, measurableSite)
})
afterAll(async () => {
  await site.stop()
  await api.close()
})

/** Products of about the size of the sample's, without a list of categories. */
function largeCatalogueOf({ type, parentId }: ApiCall) {
  if (type === 'ProductsTypes')
    return Array.from({ length: types }, (_, at) => ({ postID: `t${at}` }))
  if (type !== 'Products') return []
  return Array.from({ length: productsPerType }, (_, at) => ({
    postID: `${parentId}-${at}`,
    postTitle: `قاطع مصغّر TM63 أحادي القطب، طراز ${at}`,
    postSubTitle: 'لدوائر الإنارة والمقابس في المساكن والمكاتب، بسعة قطع 6 كيلوأمبير',
    postImage: 'tm63-1p-c.webp',
    parentID: parentId,
    postSpecs: Array.from({ length: 3 }, (_, spec) => ({
      name: `المواصفة ${spec}`,
      value: String(at * spec),
      unit: 'kA',
    })),
    postVariants: [{ code: `TM63-${at}`, specs: [{ name: 'عدد الأقطاب', value: '1', unit: '' }] }],
  }))
}

function ask(path: string, headers: Record<string, string> = {}) {
  return new Promise<IncomingMessage>((resolve, reject) => {
    get(site.url + path, { agent: false, headers }, resolve).on('error', reject)
  })
}

const callsForProducts = () => api.calls.filter(({ type }) => type === 'Products').length

/** The beginning of a product. */
const line = '\n{"id":'

test.runIf(isWholeRun)(
  'a catalogue of 100,000 products arrives whole, read as the client takes it, with memory flat',
  async () => {
    await (await fetch(`${site.url}/feeds/news.rss`)).text()
    const before = await memoryInUseMb(site)
    const response = await ask('/catalogue.json')
    let products = 0
    let bytes = 0
    let end = ''
    let memory: number[] = []
    for await (const chunk of response as AsyncIterable<Buffer>) {
      bytes += chunk.length
      // A product's beginning may come in two chunks.
      const text = chunk.toString('latin1')
      products += (end.slice(1 - line.length) + text).split(line).length - 1
      end = (end + text).slice(-50)
      if (bytes < (memory.length + 1) * 25_000_000) continue
      // Meanwhile nothing is taken from the response: what is made of it waits for its client.
      memory = [...memory, await memoryInUseMb(site)]
      expect(callsForProducts() * productsPerType - products).toBeLessThan(10 * productsPerType)
    }
    expect(products).toBe(types * productsPerType)
    expect(end).toMatch(/\n\]\}\n$/)
    expect(callsForProducts()).toBe(types)
    // The ids of all products take 9 MB, each list of a type 1 MB.
    expect(memory.length).toBeGreaterThan(1)
    expect(Math.max(...memory) - before).toBeLessThan(25)
  },
  60_000,
)

test.each([
  ['csv', 'text/csv; charset=utf-8'],
  ['xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
])('HEAD reads no products: %s', async (format, type) => {
  const before = callsForProducts()
  const head = await sendRequest(site.url, `HEAD /catalogue.${format}?lang=En`)
  expect(head.status).toBe(200)
  expect(head.headers).toMatchObject({
    'content-type': type,
    'content-disposition': `attachment; filename="catalogue.${format}"`,
    'content-language': 'en',
    'cache-control': 'public, max-age=300, s-maxage=300',
    vary: 'Accept-Encoding',
    'x-robots-tag': 'noindex',
  })
  expect(callsForProducts()).toBe(before)
})

test('only parameters that change the file are part of its address', async () => {
  const { status, headers } = await sendRequest(site.url, 'GET /catalogue.json?x=1&lang=En')
  expect([status, headers['location']]).toEqual([308, '/catalogue.json?lang=En'])
  const wrong = await sendRequest(site.url, 'GET /Catalogue.CSV?since=2026-01-31')
  expect([wrong.status, wrong.headers['location']]).toEqual([308, '/catalogue.csv'])
})

test('when the content becomes unavailable halfway, the file is cut off, and pages go on', async () => {
  deadType = 't3'
  const response = await ask('/catalogue.json', { 'accept-encoding': 'br' })
  expect([response.statusCode, response.headers['content-encoding']]).toEqual([200, 'br'])
  await expect(buffer(response)).rejects.toThrow('aborted')
  await eventually(() => expect(site.output()).toContain('"msg":"request failed halfway"'))
  const whole = await ask('/catalogue.csv', { 'accept-encoding': 'identity' })
  await expect(buffer(whole)).rejects.toThrow('aborted')
  expect((await fetch(`${site.url}/about`)).status).toBe(200)
})
