import { once } from 'node:events'
import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { createServer, request, type IncomingHttpHeaders } from 'node:http'
import path from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'
import { createEarlierAssets } from '../../../../server/http/files/earlier-assets.ts'
import { createStaticFiles } from '../../../../server/http/files/static-files.ts'
import { signBytes } from '../../../../server/signatures.ts'
import { makeFolder } from '../../../support/small-sample.ts'
import { listenOnLoopback } from '../../../support/loopback.ts'
import { siteRequest } from '../../../support/site-request.ts'

const script = Buffer.from('export const line = "one"\n'.repeat(100))
const words = Buffer.from(JSON.stringify({ menu: 'القائمة '.repeat(50) }))
const large = Buffer.alloc(1024 * 1024, 'large ')
const server = createServer((incoming, response) => {
  if (!serveFile(siteRequest(incoming, response))) response.writeHead(404).end()
})
let serveFile: ReturnType<typeof createStaticFiles>
let port = 0
const dataFolder = path.join(makeFolder(), 'assets')
const secret = 'a secret of the site'
/** What processes share, by key. */
const shared = new Map<string, Buffer | number>()
const reads: string[] = []
const sharedCache = {
  ready: async () => undefined,
  run: (command: (client: never) => Promise<unknown>) =>
    command({
      set: async (key: string, bytes: Buffer) => shared.set(key, bytes),
      getBuffer: async (key: string) => {
        reads.push(key)
        return shared.get(key) ?? null
      },
    } as never),
} as Parameters<typeof createEarlierAssets>[2]

/** Starts a process of a build, and returns what reads the assets of any. */
async function startBuild(names: string[], folder = dataFolder) {
  const assetsDir = makeFolder()
  for (const name of names) writeFileSync(path.join(assetsDir, name), `bytes of ${name}`)
  const assets = createEarlierAssets(assetsDir, folder, sharedCache, secret)
  await assets.start()
  return assets
}

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
  serveFile = createStaticFiles(folder, await startBuild([]), () => true)
  const listening = await listenOnLoopback(server)
  port = listening.port
  return listening.close
})

/** Sends a request, and returns the encoded body. */
async function get(address: string, headers: Record<string, string> = {}, method = 'GET') {
  const pending = request({ port, path: address, headers, method }).end()
  const [response] = (await once(pending, 'response')) as [
    AsyncIterable<Buffer> & { statusCode: number; headers: IncomingHttpHeaders },
  ]
  const parts: Buffer[] = []
  for await (const part of response) parts.push(part)
  return { status: response.statusCode, headers: response.headers, body: Buffer.concat(parts) }
}

test.each([
  ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
  ['gzip', 'gzip', gunzipSync],
  ['identity', undefined, (bytes: Buffer) => bytes],
])(
  'Accept-Encoding "%s" gets the file as compressed at build',
  async (accepted, encoding, decode) => {
    const response = await get('/assets/home-a1b2c3.js', { 'accept-encoding': accepted })
    expect(response.headers['content-encoding']).toBe(encoding)
    expect(response.headers['content-type']).toBe('text/javascript')
    expect(response.headers['vary']).toBe('Accept-Encoding')
    expect(response.headers['x-content-type-options']).toBe('nosniff')
    expect(Number(response.headers['content-length'])).toBe(response.body.length)
    expect(decode(response.body)).toEqual(script)
  },
)

test('fingerprinted files are cacheable for a year, translations must be revalidated', async () => {
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
  // Another content encoding has another entity tag.
  expect((await get('/assets/i18n/Ar.json')).headers['etag']).not.toBe(etag)
})

test('compressed copies have no addresses', async () => {
  for (const file of ['/assets/home-a1b2c3.js.br', '/assets/i18n/Ar.json.gz', '/assets/no.js']) {
    expect((await get(file, { 'accept-encoding': 'br' })).status, file).toBe(404)
  }
})

test('assets of other builds are served: of the same data folder, and of the shared cache', async () => {
  await startBuild(['old-a1b2c3d4.css', 'old-a1b2c3d4.css.br'])
  await startBuild(['afar-a1b2c3d4.js'], path.join(makeFolder(), 'assets'))
  const old = await get('/assets/old-a1b2c3d4.css', { 'accept-encoding': 'br' })
  expect([old.status, old.headers['content-encoding'], String(old.body)]).toEqual([
    ...[200, 'br', 'bytes of old-a1b2c3d4.css.br'],
  ])
  expect(old.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  expect(String((await get('/assets/afar-a1b2c3d4.js')).body)).toBe('bytes of afar-a1b2c3d4.js')
})

test.each([
  'new-a1b2c3d4.css',
  'old-a1b2c3d4.css.br',
  '../outbox.db',
  '%2e%2e/x-a1b2c3d4.js',
  'i18n/De.json',
])('an unknown asset is a 404 that nobody stores: %s', async (name) => {
  const { status, headers } = await get(`/assets/${name}`)
  expect([status, headers['cache-control'], headers['location']]).toEqual([
    404,
    'no-store',
    undefined,
  ])
})

const signed = (name: string, by = secret) => signBytes(Buffer.from('own'), `asset:${name}`, by)

test.each<[string, name: string, value: Buffer | number]>([
  ['is signed with another SECRET', 'other-a1b2c3d4.js', signed('other-a1b2c3d4.js', 'another')],
  ['is that of another name', 'moved-a1b2c3d4.js', signed('first-a1b2c3d4.js')],
  ['is shorter than a signature', 'short-a1b2c3d4.js', Buffer.from('a')],
  ['is no string', 'number-a1b2c3d4.js', 5],
  ['is neither script, style nor font', 'page-a1b2c3d4.html', signed('page-a1b2c3d4.html')],
])('F61: what the shared cache has as an asset, and %s, is a 404', async (_, name, value) => {
  shared.set(`asset:${name}`, value)
  expect((await get(`/assets/${name}`)).status).toBe(404)
})

test('V28: a missing asset is looked for once in half a minute, and its compressed copies never', async () => {
  reads.length = 0
  for (let times = 0; times < 3; times++) await get('/assets/none-a1b2c3d4.js')
  expect(reads).toEqual(['asset:none-a1b2c3d4.js'])
})

test('F61: assets of other builds take bounded memory', async () => {
  const names = Array.from({ length: 20 }, (_, at) => `many-${10_000_000 + at}.js`)
  for (const name of names) shared.set(`asset:${name}`, signBytes(large, `asset:${name}`, secret))
  for (const name of names) expect((await get(`/assets/${name}`)).body.equals(large)).toBe(true)
  reads.length = 0
  for (const name of [...names].reverse()) await get(`/assets/${name}`)
  const again = names.filter((name) => reads.includes(`asset:${name}`))
  expect(again).toEqual(names.slice(0, 5))
})

test('assets stay for a week after their build was last in use', async () => {
  const folder = path.join(makeFolder(), 'assets')
  await startBuild(['in-use-a1b2c3d4.js', 'recent-a1b2c3d4.js', 'gone-a1b2c3d4.js'], folder)
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)
  for (const [name, days] of [
    ['in-use', 30],
    ['recent', 6],
    ['gone', 8],
  ] as const) {
    utimesSync(path.join(folder, `${name}-a1b2c3d4.js`), daysAgo(days), daysAgo(days))
  }
  await startBuild(['in-use-a1b2c3d4.js'], folder)
  expect(readdirSync(folder).sort()).toEqual(['in-use-a1b2c3d4.js', 'recent-a1b2c3d4.js'])
})

test('folders and internal build files have no addresses', async () => {
  for (const path of ['/', '/assets', '/.vite/manifest.json', '/%66avicon.ico']) {
    expect((await get(path)).status, path).toBe(404)
  }
})

test('a file without compressed copies has only one content encoding', async () => {
  const { headers } = await get('/favicon.ico')
  expect(headers['content-type']).toBe('image/x-icon')
  expect(headers['vary']).toBeUndefined()
})

test('a range request gets a part of a file', async () => {
  const response = await get('/assets/home-a1b2c3.js', { range: 'bytes=7-11' })
  expect(response.status).toBe(206)
  expect(response.headers['content-range']).toBe(`bytes 7-11/${script.length}`)
  expect(response.body.toString()).toBe('const')
})

test('V15 a range beyond a file is a 416, and several or malformed ranges get the whole file', async () => {
  const rangeOf = (range: string) => get('/assets/home-a1b2c3.js', { range })
  const beyond = await rangeOf('bytes=999999-')
  const { status, headers } = beyond
  expect([status, headers['content-range']]).toEqual([416, `bytes */${script.length}`])
  for (const range of ['bytes=9-5', 'bytes=0-1,5-6', 'pages=1-2']) {
    const whole = await rangeOf(range)
    expect([whole.status, whole.body.equals(script)], range).toEqual([200, true])
  }
})

test('a range request for another version gets the whole file', async () => {
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

test('HEAD gets the headers of the whole file and no body', async () => {
  const { status, headers, body } = await get(
    '/assets/home-a1b2c3.js',
    { 'accept-encoding': 'br', range: 'bytes=7-11' },
    'HEAD',
  )
  expect([status, body.length]).toEqual([200, 0])
  expect(headers['content-encoding']).toBe('br')
  expect(Number(headers['content-length'])).toBe(brotliCompressSync(script).length)
})
