import { readdirSync } from 'node:fs'
import sharp from 'sharp'
import { expect, test, vi } from 'vitest'
import { log } from '@site/runtime/log'
import { eventually } from '../../../support/eventually.ts'
import { browserAccept, drawScene, startImageServer } from '../../../support/image-server.ts'
import { hang, sendBytes, startRecordingApi } from '../../../support/recording-api.ts'
import { makeFolder } from '../../../support/small-sample.ts'

const scene = await drawScene()
const png = { type: 'image/png' }

const isWhole = (file: string) => !file.endsWith('.tmp')

async function startWith(bytes: Uint8Array) {
  const api = await startRecordingApi(sendBytes(bytes, png))
  const folder = makeFolder()
  return { api, folder, ...(await startImageServer(api.url, folder)) }
}

test('an image is served as WebP at first, and as AVIF once that is encoded', async () => {
  const { get } = await startWith(scene)
  const first = await get('a.png?w=480', { accept: browserAccept })
  expect(first.headers.get('content-type')).toBe('image/webp')
  const webp = await first.arrayBuffer()

  const avif = await eventually(async () => {
    const response = await get('a.png?w=480', { accept: browserAccept })
    expect(response.headers.get('content-type')).toBe('image/avif')
    return response
  })
  const bytes = await avif.arrayBuffer()
  expect(bytes.byteLength).toBeLessThan(webp.byteLength)
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'heif', width: 480, height: 320 })

  // Each format has its own ETag, and Vary tells caches about it.
  expect(first.headers.get('vary')).toBe('Accept')
  expect(avif.headers.get('vary')).toBe('Accept')
  const [webpTag = '', avifTag = ''] = [first, avif].map(({ headers }) => headers.get('etag') ?? '')
  expect(avifTag).not.toBe(webpTag)
  const again = (tag: string, accept: string) =>
    get('a.png?w=480', { accept, 'if-none-match': tag }).then(({ status }) => status)
  expect(await again(avifTag, browserAccept)).toBe(304)
  expect(await again(webpTag, browserAccept)).toBe(200)
  expect(await again(webpTag, 'image/webp')).toBe(304)

  for (const accept of [
    '*/*',
    'image/*',
    'image/png',
    'image/avif;q=0, image/webp',
    'x/image/avif',
  ]) {
    const other = await get('a.png?w=480', { accept })
    expect(other.headers.get('content-type'), accept).toBe('image/webp')
  }
})

test('an AVIF larger than the WebP is not used', async () => {
  const flat = { width: 8, height: 8, channels: 3, background: '#c33' } as const
  const { get, folder } = await startWith(await sharp({ create: flat }).png().toBuffer())
  await get('a.png?w=160', { accept: browserAccept })
  // The original, its metadata, the WebP, and the marker that there is no AVIF.
  await eventually(() => expect(readdirSync(folder).filter(isWhole)).toHaveLength(4))
  const response = await get('a.png?w=160', { accept: browserAccept })
  expect(response.headers.get('content-type')).toBe('image/webp')
})

test('an image at full size is never larger in bytes than the original', async () => {
  const drawing = await sharp(scene).png({ palette: true, colours: 8 }).toBuffer()
  const photo = await sharp(scene).jpeg({ quality: 20 }).toBuffer()
  for (const original of [drawing, photo]) {
    const { get } = await startWith(original)
    const response = await get('a.png?w=1600')
    const bytes = await response.arrayBuffer()
    expect(bytes.byteLength).toBeLessThanOrEqual(original.length)
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 600, height: 400 })
  }
})

test('all widths beyond the original’s share one image', async () => {
  const { api, get } = await startWith(scene)
  const tags = await Promise.all(
    [640, 800, 1200, 1600].map((width) =>
      get(`a.png?w=${width}`).then((a) => a.headers.get('etag')),
    ),
  )
  expect(new Set(tags).size).toBe(1)
  expect(api.requests).toHaveLength(1)
})

test('an animated image shows its first frame', async () => {
  const frames = await sharp({ create: { width: 20, height: 40, channels: 3, background: '#27a' } })
    .webp()
    .toBuffer()
  const moving = await sharp([frames, await sharp(frames).negate().toBuffer()], {
    join: { animated: true },
  })
    .gif()
    .toBuffer()
  const { get } = await startWith(moving)
  const response = await get('a.gif?w=160')
  const { pages = 1, height } = await sharp(await response.arrayBuffer()).metadata()
  expect([pages, height]).toEqual([1, 40])
})

test('HEAD has the same headers as GET', async () => {
  const { get } = await startWith(scene)
  const whole = await get('a.png?w=320')
  const head = await get('a.png?w=320', {}, 'HEAD')
  for (const name of ['content-type', 'content-length', 'etag', 'cache-control']) {
    expect(head.headers.get(name), name).toBe(whole.headers.get(name))
  }
  expect((await head.arrayBuffer()).byteLength).toBe(0)
})

const addressesOfNone = [
  ...['a.png?w=321', 'a.png?w=', 'a.png?w=1e3', 'a.png?w=-1', 'a.png?w=%D9%A3%D9%A2%D9%A0'],
  ...[
    'a.png?w=320&w=640',
    'a.png?w=320&w=320',
    'a//b.png',
    'a%2Fb.png',
    '%2e%2e',
    '%zz',
    '%00',
    '',
  ],
  ...['..%2f..%2fsecret', 'evil.example%2fx.png', 'user:word@evil.example%2fx.png', 'a%255c.png'],
  ...['/a.png', 'a.png/', 'a/', 'a/..%2f..%2fb.png', 'a/%zz.png', 'a/%00.png', '..%20/a.png'],
  ...['http:/evil.example/a.png', '/evil.example/a.png', 'a/..%5cb.png', 'a/%252e%252e/b.png'],
]

test.each(addressesOfNone)('V09 %j is a 404 without a call to the image base', async (rest) => {
  const { api, get } = await startWith(scene)
  const response = await get(rest)
  expect(response.status).toBe(404)
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(api.requests).toHaveLength(0)
})

test('other query parameters are ignored', async () => {
  const { get } = await startWith(scene)
  const own = await get('a.png?w=320')
  const other = await get('a.png?from=elsewhere&w=320&_data=root&h=9')
  expect(other.status).toBe(200)
  for (const name of ['etag', 'content-type', 'cache-control', 'vary']) {
    expect(other.headers.get(name), name).toBe(own.headers.get(name))
  }
})

test('V08 a POST to an image is not handled', async () => {
  const { get } = await startWith(scene)
  expect((await get('a.png', {}, 'POST')).status).toBe(421)
})

test('too many concurrent images are answered with 503 and Retry-After', async () => {
  vi.spyOn(log, 'info').mockReturnValueOnce()
  const api = await startRecordingApi(hang)
  const { get, images } = await startImageServer(api.url, makeFolder())
  const waiting = Array.from({ length: 200 }, (_, at) =>
    images.find(`${at}.png`, 320).catch((error: unknown) => error),
  )
  const response = await get('one-more.png?w=320')
  expect(response.status).toBe(503)
  expect(response.headers.get('retry-after')).toBe('5')
  expect(response.headers.get('cache-control')).toBe('no-store')
  await images.close()
  await Promise.all(waiting)
})
