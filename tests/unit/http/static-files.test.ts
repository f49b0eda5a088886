import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer, request, type IncomingHttpHeaders } from 'node:http'
import path from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'
import { createStaticFiles } from '../../../server/http/static-files.ts'
import { makeFolder } from '../content-service/small-sample.ts'
import { listenOnLoopback } from '../../support/loopback.ts'

const script = Buffer.from('export const line = "one"\n'.repeat(100))
const words = Buffer.from(JSON.stringify({ menu: 'القائمة '.repeat(50) }))
const server = createServer((incoming, response) => {
  serveFile(incoming, response, () => response.writeHead(404).end())
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
  serveFile = createStaticFiles(folder)
  const listening = await listenOnLoopback(server)
  port = listening.port
  return listening.close
})

/** One request as it is on the wire: nothing is unpacked. */
async function get(address: string, headers: Record<string, string> = {}) {
  const asked = request({ port, path: address, headers }).end()
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

test('a part of a file can be had', async () => {
  const answer = await get('/assets/home-a1b2c3.js', { range: 'bytes=7-11' })
  expect(answer.status).toBe(206)
  expect(answer.headers['content-range']).toBe(`bytes 7-11/${script.length}`)
  expect(answer.body.toString()).toBe('const')
})
