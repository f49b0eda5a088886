import { once } from 'node:events'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { createServer, request, type IncomingHttpHeaders } from 'node:http'
import { connect } from 'node:net'
import path from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'
import { createStaticFiles } from '../../../server/http/static-files.ts'
import { makeFolder } from '../content-service/small-sample.ts'
import { closed } from '../../support/closed.ts'
import { eventually } from '../../support/eventually.ts'
import { listenOnLoopback } from '../../support/loopback.ts'

const script = Buffer.from('export const line = "one"\n'.repeat(100))
const words = Buffer.from(JSON.stringify({ menu: 'القائمة '.repeat(50) }))
const large = Buffer.alloc(1024 * 1024, 'large ')
const server = createServer((incoming, response) => {
  if (!serveFile(incoming, response)) response.writeHead(404).end()
})
let serveFile: ReturnType<typeof createStaticFiles>
let port = 0

beforeAll(async () => {
  const folder = makeFolder()
  mkdirSync(path.join(folder, 'assets/i18n'), { recursive: true })
  for (const [file, bytes] of [
    ['assets/home-a1b2c3.js', script],
    ['assets/i18n/Ar.json', words],
  ] as const) {
    writeFileSync(path.join(folder, file), bytes)
    writeFileSync(path.join(folder, `${file}.br`), brotliCompressSync(bytes))
    writeFileSync(path.join(folder, `${file}.gz`), gzipSync(bytes))
  }
  writeFileSync(path.join(folder, 'assets/latin-d4e5f6.woff2'), 'font')
  writeFileSync(path.join(folder, 'assets/large-a7b8c9.js'), large)
  writeFileSync(path.join(folder, 'favicon.ico'), 'icon')
  mkdirSync(path.join(folder, '.vite'))
  writeFileSync(path.join(folder, '.vite/manifest.json'), '{}')
  serveFile = createStaticFiles(folder)
  const listening = await listenOnLoopback(server)
  port = listening.port
  return listening.close
})

/** One request as it is on the wire: nothing is unpacked. */
async function get(address: string, headers: Record<string, string> = {}, method = 'GET') {
  const asked = request({ port, path: address, headers, method }).end()
  const [answer] = (await once(asked, 'response')) as [
    AsyncIterable<Buffer> & { statusCode: number; headers: IncomingHttpHeaders },
  ]
  const parts: Buffer[] = []
  for await (const part of answer) parts.push(part)
  return { status: answer.statusCode, headers: answer.headers, body: Buffer.concat(parts) }
}

test.each([
  ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
  ['gzip', 'gzip', gunzipSync],
  ['identity', undefined, (bytes: Buffer) => bytes],
])('a browser that takes "%s" gets the copy packed at build', async (takes, encoding, unpack) => {
  const answer = await get('/assets/home-a1b2c3.js', { 'accept-encoding': takes })
  expect(answer.headers['content-encoding']).toBe(encoding)
  expect(answer.headers['content-type']).toBe('text/javascript')
  expect(answer.headers['vary']).toBe('Accept-Encoding')
  expect(answer.headers['x-content-type-options']).toBe('nosniff')
  expect(Number(answer.headers['content-length'])).toBe(answer.body.length)
  expect(unpack(answer.body)).toEqual(script)
})

test('fingerprinted files are kept for a year, the translations asked for again', async () => {
  const year = 'public, max-age=31536000, immutable'
  for (const file of ['/assets/home-a1b2c3.js', '/assets/latin-d4e5f6.woff2']) {
    expect((await get(file)).headers['cache-control']).toBe(year)
  }
  const first = await get('/assets/i18n/Ar.json', { 'accept-encoding': 'br' })
  expect(first.headers['cache-control']).toBe('public, max-age=0, must-revalidate')
  const etag = first.headers['etag'] ?? ''
  const headers = { 'accept-encoding': 'br', 'if-none-match': etag }
  const second = await get('/assets/i18n/Ar.json', headers)
  expect(second.status).toBe(304)
  expect(second.body).toHaveLength(0)
  // The same words in another coding are another answer.
  expect((await get('/assets/i18n/Ar.json')).headers['etag']).not.toBe(etag)
})

test('packed copies are no addresses of their own', async () => {
  for (const file of ['/assets/home-a1b2c3.js.br', '/assets/i18n/Ar.json.gz', '/assets/no.js']) {
    expect((await get(file, { 'accept-encoding': 'br' })).status, file).toBe(404)
  }
})

test('neither folders nor what the build keeps for itself are addresses', async () => {
  for (const path of ['/', '/assets', '/assets/', '/.vite/manifest.json', '/%66avicon.ico']) {
    expect((await get(path)).status, path).toBe(404)
  }
})

test('the icon says what it is, and that other sites may show it', async () => {
  const { headers } = await get('/favicon.ico')
  expect(headers['content-type']).toBe('image/x-icon')
  expect(headers['cross-origin-resource-policy']).toBe('cross-origin')
  // There is one encoding of it.
  expect(headers['vary']).toBeUndefined()
})

test('a part of a file can be had', async () => {
  const answer = await get('/assets/home-a1b2c3.js', { range: 'bytes=7-11' })
  expect(answer.status).toBe(206)
  expect(answer.headers['content-range']).toBe(`bytes 7-11/${script.length}`)
  expect(answer.body.toString()).toBe('const')
})

test('a part is of the version that the browser has, or it gets the whole', async () => {
  const file = '/assets/home-a1b2c3.js'
  const etag = (await get(file)).headers['etag'] ?? ''
  expect(etag).toMatch(/^"[\w-]{27}"$/)
  const range = 'bytes=0-0'
  const part = await get(file, { range, 'if-range': etag })
  expect([part.status, part.body.length]).toEqual([206, 1])
  for (const other of ['"other"', `W/${etag}`, 'Sun, 22 Nov 2026 10:00:00 GMT']) {
    const whole = await get(file, { range, 'if-range': other })
    expect([whole.status, whole.body.equals(script)], other).toEqual([200, true])
  }
})

test('HEAD tells of the whole file and sends none of it', async () => {
  const { status, headers, body } = await get(
    '/assets/home-a1b2c3.js',
    { 'accept-encoding': 'br', range: 'bytes=7-11' },
    'HEAD',
  )
  expect([status, body.length]).toEqual([200, 0])
  expect(headers['content-encoding']).toBe('br')
  expect(Number(headers['content-length'])).toBe(brotliCompressSync(script).length)
})

/** Sends requests for the large file in one packet, and waits until the first bytes of an answer. */
async function pipeline(count: number) {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  socket.write('GET /assets/large-a7b8c9.js HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(count))
  await once(socket, 'readable')
  return socket
}

test.runIf(process.platform === 'linux')(
  'V24 visitors who leave in the middle of files leave none of them open',
  async () => {
    const openFiles = () => readdirSync('/proc/self/fd').length
    const before = openFiles()
    for (let connection = 0; connection < 4; connection += 1) {
      const socket = await pipeline(100)
      const end = closed(socket)
      socket.resetAndDestroy()
      await end
    }
    await eventually(() => expect(openFiles()).toBeLessThanOrEqual(before))
  },
)

test('V24 a visitor who asks for much and reads nothing holds no copies of it', async () => {
  const { arrayBuffers, external } = process.memoryUsage()
  const socket = await pipeline(100)
  const now = process.memoryUsage()
  const grown = now.arrayBuffers + now.external - arrayBuffers - external
  const end = closed(socket)
  socket.resetAndDestroy()
  await end
  expect(grown).toBeLessThan(10 * large.length)
})
