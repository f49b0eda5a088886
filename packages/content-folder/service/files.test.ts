import { once } from 'node:events'
import { mkdirSync, readdirSync, readlinkSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { eventually } from '../../../tests/support/eventually.ts'
import { sendRequest } from '../../../tests/support/raw-request.ts'
import { readError, startForTests } from '../../../tests/support/content-client.ts'
import { writeSmallSample } from '../../../tests/support/small-sample.ts'

const contentDir = writeSmallSample()
mkdirSync(path.join(contentDir, 'images', 'folder.png'), { recursive: true })
mkdirSync(path.join(contentDir, 'files'), { recursive: true })
const picture = Buffer.alloc(300_000, 'picture')
writeFileSync(path.join(contentDir, 'images', 'breaker-1.png'), picture)
writeFileSync(path.join(contentDir, 'images', 'photo.jpg'), 'jpg')
writeFileSync(path.join(contentDir, 'images', 'photo.webp'), 'webp')
writeFileSync(path.join(contentDir, 'images', 'empty.png'), '')
writeFileSync(path.join(contentDir, 'images', 'notes.txt'), 'not for visitors')
writeFileSync(path.join(contentDir, 'images', '.hidden.png'), 'not for visitors')
writeFileSync(path.join(contentDir, 'files', 'breaker-1.pdf'), 'pdf')
writeFileSync(path.join(contentDir, 'secret.png'), 'not for visitors')
symlinkSync('nowhere.png', path.join(contentDir, 'images', 'dangling.png'))
const service = await startForTests({ contentDir })
const get = (name: string, init?: RequestInit) => fetch(`${service.url}/images/post/${name}`, init)

test('an image is complete, with its type and length', async () => {
  const response = await get('breaker-1.png')
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('image/png')
  expect(response.headers.get('content-length')).toBe(String(picture.length))
  expect(response.headers.get('last-modified')).toMatch(/ GMT$/)
  expect(response.headers.get('etag')).toMatch(/^"[\w-]+"$/)
  expect(picture.equals(Buffer.from(await response.arrayBuffer()))).toBe(true)
})

test.each([
  ['photo.jpg', 'image/jpeg', 'jpg'],
  ['photo.webp', 'image/webp', 'webp'],
  ['breaker-1.pdf', 'application/pdf', 'pdf'],
  ['empty.png', 'image/png', ''],
])('%s is served as %s', async (name, type, text) => {
  const response = await get(name)
  expect(response.headers.get('content-type')).toBe(type)
  expect(await response.text()).toBe(text)
})

test('HEAD has the same headers and no body', async () => {
  const response = await get('breaker-1.png', { method: 'HEAD' })
  expect(response.status).toBe(200)
  expect(response.headers.get('content-length')).toBe(String(picture.length))
  expect(await response.text()).toBe('')
})

describe('an image that the client has already', () => {
  test('is not sent again, by ETag or by date', async () => {
    const { headers } = await get('breaker-1.png', { method: 'HEAD' })
    const etag = headers.get('etag') ?? ''
    const date = headers.get('last-modified') ?? ''
    const conditions: Record<string, string>[] = [
      { 'If-None-Match': etag },
      { 'If-None-Match': `"other", W/${etag}` },
      { 'If-None-Match': '*' },
      { 'If-Modified-Since': date },
    ]
    for (const condition of conditions) {
      const response = await get('breaker-1.png', { headers: condition })
      expect(response.status).toBe(304)
      expect(response.headers.get('etag')).toBe(etag)
      expect(await response.text()).toBe('')
    }
  })

  test('is sent again when it changed', async () => {
    const { headers } = await get('photo.jpg', { method: 'HEAD' })
    writeFileSync(path.join(contentDir, 'images', 'photo.jpg'), 'another jpg')
    const response = await get('photo.jpg', {
      headers: {
        'If-None-Match': headers.get('etag') ?? '',
        'If-Modified-Since': 'Fri, 01 Jan 2100 00:00:00 GMT',
      },
    })
    expect(response.status).toBe(200)
    expect(await response.text()).toBe('another jpg')
    const older = await get('photo.jpg', { headers: { 'If-Modified-Since': 'yesterday' } })
    expect(older.status).toBe(200)
  })
})

test.each([
  'missing.png',
  'notes.txt',
  '.hidden.png',
  'folder.png',
  'dangling.png',
  'breaker-1.PNG',
  'breaker-1',
  '',
  '%2e%2e%2fsecret.png',
  '..%2fsecret.png',
  '..%5csecret.png',
  '%2fetc%2fpasswd',
  'breaker-1.png%00.png',
  '%E0%A4%A.png',
  `${'x'.repeat(5000)}.png`,
])('"%s" is a 404', async (name) => {
  await readError(await get(name), 404)
})

test('dots in a raw path lead nowhere', async () => {
  for (const address of ['/images/post/../secret.png', '/images/post/../../secret.png']) {
    expect((await sendRequest(service.url, `GET ${address}`)).status).toBe(404)
  }
})

test('a query string is ignored, and other methods are rejected', async () => {
  expect((await get('photo.webp?w=320')).status).toBe(200)
  const response = await get('photo.webp', { method: 'DELETE' })
  expect(response.headers.get('allow')).toBe('GET, HEAD')
  await readError(response, 405)
})

test('a client that disconnects, or a file that disappears, affects nobody else', async () => {
  const controller = new AbortController()
  const response = await get('breaker-1.png', { signal: controller.signal })
  expect(response.status).toBe(200)
  controller.abort()
  await response.arrayBuffer().catch(() => undefined)
  rmSync(path.join(contentDir, 'images', 'empty.png'))
  await readError(await get('empty.png'), 404)
  expect((await get('breaker-1.png')).status).toBe(200)
})

test.runIf(process.platform === 'linux')(
  'V24 a client that requests many images and disconnects leaves no file open and logs no failure',
  async () => {
    const openFiles = () =>
      readdirSync('/proc/self/fd').filter((fd) => {
        try {
          return readlinkSync(`/proc/self/fd/${fd}`).startsWith(contentDir)
        } catch {
          return false // Closed meanwhile.
        }
      })
    const { hostname, port } = new URL(service.url)
    const socket = net.connect(Number(port), hostname)
    socket.on('error', () => undefined)
    socket.write(
      `GET /images/post/breaker-1.png HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`.repeat(100) +
        `POST /get-post HTTP/1.1\r\nHost: ${hostname}\r\nCookie: XSRF-TOKEN=t\r\n` +
        'X-XSRF-TOKEN: t\r\nContent-Type: multipart/form-data; boundary=b\r\n' +
        'Content-Length: 5000\r\n\r\n--b\r\n',
    )
    await once(socket, 'readable')
    await eventually(() => expect(openFiles()).toHaveLength(1))
    socket.resetAndDestroy()
    await eventually(() => expect(openFiles()).toEqual([]))
    // The operator would have been told before this response.
    expect((await get('photo.webp')).status).toBe(200)
  },
)
