import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { connect, type Socket } from 'node:net'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { limits as clientLimits } from '../../server/limits/client-limits.ts'
import {
  asGiantJpeg,
  giantAvif,
  giantPng,
  giantWebp,
  gifOfFrames,
  lyingAvif,
} from '../support/hostile-pictures.ts'
import { addresses } from '../../app/addresses.ts'
import { listenOnLoopback } from '../support/loopback.ts'
import { startSiteProcess, type SiteProcess } from '../support/site-process.ts'

const mb = 1024 * 1024
const plain = { create: { width: 900, height: 600, channels: 3, background: '#27a' } } as const
const jpeg = await sharp(plain).jpeg().toBuffer()

/** The files of the image host. Posts of the sample use some of them. */
const files = new Map<string, () => Buffer>([
  ['news-tabuk-branch.webp', () => giantAvif],
  ['good.jpg', () => jpeg],
  ['giant.avif', () => giantAvif],
  ['lying.avif', () => lyingAvif],
  ['giant.png', () => giantPng],
  ['giant.webp', () => giantWebp],
  ['giant.jpg', () => asGiantJpeg(jpeg)],
  ['frames.gif', () => gifOfFrames(20_000)],
  ['drawing.png', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="90000"/>')],
  ['file.pdf', () => Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(15 * mb)])],
])

/** A good picture followed by 20 MB that decoders ignore, different for each name. */
const large = Buffer.alloc(20 * mb - 100)
jpeg.copy(large)

let requested: string[] = []
const imageHost = createServer((request, response) => {
  const name = decodeURIComponent(request.url?.split('/').at(-1) ?? '')
  requested.push(name)
  const file = files.get(name)
  if (file) return response.end(file())
  if (!name.startsWith('large')) return response.writeHead(404).end()
  response.writeHead(200, { 'content-length': large.length + 100 })
  response.write(large)
  return response.end(name.padEnd(100))
})

let closeHost: () => Promise<void>
let site: SiteProcess
beforeAll(async () => {
  const { url, close } = await listenOnLoopback(imageHost)
  closeHost = close
  site = await startSiteProcess({
    CONTENT_IMAGES_URL: url,
    LOG_LEVEL: 'error',
    TRUST_PROXY: '127.0.0.1',
  })
  await get('/')
})
afterAll(async () => {
  await site.stop()
  await closeHost()
})

function get(path: string, client = '203.0.113.1') {
  return fetch(site.url + path, { headers: { 'x-forwarded-for': client } })
}

async function statusOf(path: string) {
  const response = await get(path)
  await response.arrayBuffer()
  return response.status
}

/**
 * Watches the memory of the site's process.
 * @returns a function that returns the peak growth since now, MB
 */
function watchMemory() {
  const valueOf = (name: string) => {
    const status = readFileSync(`/proc/${site.pid}/status`, 'utf8')
    return Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024
  }
  // Resets VmHWM, the peak.
  writeFileSync(`/proc/${site.pid}/clear_refs`, '5')
  const before = valueOf('VmRSS')
  return () => valueOf('VmHWM') - before
}

test('F47: giant pictures are rejected, and the site’s memory grows by less than 60 MB', async () => {
  const growth = watchMemory()
  const outcomes: Record<string, number[]> = {}
  for (const name of files.keys()) {
    if (name === 'file.pdf') continue
    outcomes[name] = []
    for (const width of [undefined, 160]) {
      outcomes[name].push(await statusOf(addresses.image(name, width)))
    }
  }
  const rejected = [503, 503]
  expect(outcomes).toEqual({
    'news-tabuk-branch.webp': rejected,
    'good.jpg': [200, 200],
    'giant.avif': rejected,
    // Only its header is read for the original, which is sent without decoding.
    'lying.avif': [200, 503],
    'giant.png': rejected,
    'giant.webp': rejected,
    'giant.jpg': rejected,
    // Only the first frame is decoded.
    'frames.gif': [200, 200],
    'drawing.png': [404, 404],
  })
  expect(growth()).toBeLessThan(60)
})

test('F47: the share card of a giant picture is drawn without it, outside the site’s process', async () => {
  const growth = watchMemory()
  const response = await get('/cards/En/newsDetails/news-tabuk-branch.png')
  expect(response.status).toBe(200)
  expect(response.headers.get('cache-control')).toBe('no-store')
  const { width, height } = await sharp(await response.arrayBuffer()).metadata()
  expect([width, height]).toEqual([1200, 630])
  expect(await statusOf('/cards/En/News.png')).toBe(200)
  expect(growth()).toBeLessThan(40)
  expect(readFileSync(`/proc/${site.pid}/maps`, 'utf8')).not.toContain('libvips')
})

test('V28: a made-up name is requested from the image host once, and made-up names are limited per client', async () => {
  const client = '203.0.113.9'
  requested = []
  for (let times = 0; times < 20; times += 1) {
    const response = await get('/images/post/made-up.png?w=320', client)
    expect(response.status).toBe(404)
    await response.arrayBuffer()
  }
  expect(requested).toEqual(['made-up.png'])

  const names = Array.from({ length: clientLimits.pictures.burst * 3 }, (_, at) => `m-${at}.png`)
  const statuses: number[] = []
  async function getInSequence() {
    for (let name = names.shift(); name !== undefined; name = names.shift()) {
      const response = await get(`/images/post/${name}?w=320`, client)
      await response.arrayBuffer()
      statuses.push(response.status)
    }
  }
  await Promise.all(Array.from({ length: 8 }, getInSequence))
  expect(new Set(statuses)).toEqual(new Set([404, 429]))
  expect(requested.length).toBe(1 + statuses.filter((status) => status === 404).length)
  expect((await get('/images/post/another.png', '203.0.113.10')).status).toBe(404)
})

test('V24: clients that request a large file without reading it share one copy in memory', async () => {
  const { port } = new URL(site.url)
  expect(await statusOf('/images/post/file.pdf')).toBe(200)
  const growth = watchMemory()
  const readers: Socket[] = []
  for (let nth = 0; nth < 60; nth += 1) {
    const socket = connect(Number(port), '127.0.0.1').on('error', () => undefined)
    const head = `Host: ${new URL(site.url).host}\r\nX-Forwarded-For: 203.0.113.${nth + 20}`
    socket.write(`GET /images/post/file.pdf HTTP/1.1\r\n${head}\r\n\r\n`)
    // In sequence: requests at the same time always shared a copy.
    await once(socket, 'data')
    socket.pause()
    readers.push(socket)
  }
  // Sixty copies would be 900 MB.
  expect(growth()).toBeLessThan(120)
  for (const socket of readers) socket.destroy()
  expect(await statusOf('/images/post/file.pdf')).toBe(200)
})

test('F47: many new pictures of 20 MB at once are not all in memory, and later requests are served', async () => {
  const growth = watchMemory()
  const statuses = await Promise.all(
    Array.from({ length: 30 }, (_, nth) => statusOf(`/images/post/large-${nth}.jpg?w=320`)),
  )
  // How many are served in time depends on the machine.
  expect(statuses).toContain(200)
  expect(new Set([...statuses, 503])).toEqual(new Set([200, 503]))
  expect(growth()).toBeLessThan(200)
  expect(await statusOf('/images/post/good.jpg?w=640')).toBe(200)
  expect(await statusOf('/')).toBe(200)
}, 120_000)
