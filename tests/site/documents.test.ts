import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { addresses } from '../../app/addresses.ts'
import { listenOnLoopback } from '../support/loopback.ts'
import { measurableSite, memoryInUseMb } from '../support/memory-in-use.ts'
import { startOf } from '../support/outcomes.ts'
import { sendGenerated } from '../support/send-file.ts'
import { startSite, type Site } from '../support/site-host.ts'
import { startSiteProcess } from '../support/site-process.ts'
import { isWholeRun } from '../support/test-size.ts'

const mb = 1024 * 1024
const large = 60 * mb

const plain = { create: { width: 9, height: 6, channels: 3, background: '#27a' } } as const
const picture = await sharp(plain).png().toBuffer()

/** An image host on which every name that begins with "large" is a file of 60 MB. */
const imageHost = createServer((request, response) => {
  const name = decodeURIComponent(request.url?.split('/').at(-1) ?? '')
  if (name === 'picture.png') return response.end(picture)
  if (name.startsWith('fails')) return response.writeHead(500).end()
  if (!name.startsWith('large') && !name.startsWith('كبير')) return response.writeHead(404).end()
  return sendGenerated(large)(response)
})

let closeHost: () => Promise<void>
let settings: Record<string, string>
let site: Site
beforeAll(async () => {
  const { url, close } = await listenOnLoopback(imageHost)
  closeHost = close
  settings = { CONTENT_IMAGES_URL: url, TRUST_PROXY: '127.0.0.1' }
  site = await startSite(settings)
})
afterAll(async () => {
  await site.stop()
  await closeHost()
})

function get(path: string, headers: Record<string, string> = {}, { url } = site) {
  return fetch(url + path, { headers: { 'x-forwarded-for': '203.0.113.1', ...headers } })
}

/** Begins a download, and reads no more than its first bytes until the test ends. */
async function beginDownload(nth: number, { url } = site) {
  const { port, host } = new URL(url)
  const socket = connect(Number(port), '127.0.0.1').on('error', () => undefined)
  const client = `X-Forwarded-For: 198.51.100.${nth}`
  socket.write(`GET /images/post/large-${nth}.zip HTTP/1.1\r\nHost: ${host}\r\n${client}\r\n\r\n`)
  const [head] = await once(socket, 'data')
  socket.pause()
  onTestFinished(() => void socket.destroy())
  expect(String(head)).toMatch(/^HTTP\/1\.1 200 /)
}

test('F55: 60 MB come down with their Arabic name', async () => {
  const response = await get(addresses.image('كتالوج/كبير.dwg'))
  expect(response.headers.get('content-disposition')).toBe(
    `attachment; filename="_.dwg"; filename*=UTF-8''%D9%83%D8%A8%D9%8A%D8%B1.dwg`,
  )
  expect((await response.arrayBuffer()).byteLength).toBe(large)
})

test.runIf(isWholeRun)(
  'F55: fifty slow downloads take less than 8 MB, and hold neither pages nor pictures nor other downloads back',
  async () => {
    const own = await startSiteProcess({ ...settings, LOG_LEVEL: 'error' }, measurableSite)
    onTestFinished(own.stop)
    await get('/', {}, own)
    await beginDownload(200, own)
    const before = await memoryInUseMb(own)
    for (let nth = 0; nth < 50; nth += 1) await beginDownload(nth, own)
    expect((await memoryInUseMb(own)) - before).toBeLessThan(8)
    expect((await get('/about', {}, own)).status).toBe(200)
    expect((await get('/images/post/picture.png?w=320', {}, own)).status).toBe(200)
    const other = await get('/images/post/large-other.pdf', {}, own)
    expect((await other.arrayBuffer()).byteLength).toBe(large)
  },
)

test('F55: a document that does not come down is a page in the visitor’s language', async () => {
  for (const [name, status] of [
    ['missing.pdf', 404],
    ['fails.zip', 503],
    ['..%2Fmissing.dwg', 404],
  ] as const) {
    for (const language of ['Ar', 'En'] as const) {
      for (const [query, cookie] of [
        ['', `lang=${language}`],
        [`?lang=${language}`, `lang=${language === 'Ar' ? 'En' : 'Ar'}`],
      ] as const) {
        const response = await get(`/images/post/${name}${query}`, { cookie })
        expect(response.status).toBe(status)
        expect(response.headers.get('cache-control')).toBe('no-store')
        const retryAfter = response.headers.get('retry-after')
        expect(retryAfter).toEqual(status === 503 ? expect.stringMatching(/^\d+$/) : null)
        const html = await response.text()
        expect(html.startsWith(startOf[language])).toBe(true)
        expect(html).toContain('</html>')
      }
    }
  }
  const head = await fetch(`${site.url}/images/post/missing.pdf`, { method: 'HEAD' })
  expect([head.status, await head.text()]).toEqual([404, ''])
})

test('V36: one client has no more than its share of downloads, and a page says so', async () => {
  for (let nth = 0; nth < 12; nth += 1) await beginDownload(250)
  const response = await get('/images/post/large.zip', { 'x-forwarded-for': '198.51.100.250' })
  expect([response.status, (await response.text()).startsWith(startOf.Ar)]).toEqual([429, true])
  const other = await get('/images/post/large.zip')
  expect(other.status).toBe(200)
  await other.body?.cancel()
})
