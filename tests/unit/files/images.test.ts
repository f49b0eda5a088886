import sharp from 'sharp'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createImageSource } from '../../../server/files/pictures/image-source.ts'
import { imageWidths } from '../../../server/files/image-base.ts'
import { makeFolder } from '../../support/small-sample.ts'
import { encoder } from '../../support/image-server.ts'
import {
  hang,
  redirectTo,
  sendBytes,
  startRecordingApi,
  type Responder,
} from '../../support/recording-api.ts'

function openImages(url: string) {
  const cache = { folder: makeFolder(), scope: 'test' }
  const images = createImageSource(async () => `${url}/images/post`, encoder, cache)
  onTestFinished(() => images.close())
  return images
}

async function startImageBase(...answers: [Responder, ...Responder[]]) {
  const api = await startRecordingApi(...answers)
  return { api, images: openImages(api.url) }
}

function draw(width: number, height: number) {
  return sharp({ create: { width, height, channels: 3, background: '#c33' } })
}

const wide = await draw(1_000, 500).png().toBuffer()
const png = { type: 'image/png' }

describe('a picture', () => {
  test.each(imageWidths)('in width %i is WebP, never enlarged', async (width) => {
    const { images } = await startImageBase(sendBytes(wide, png))
    const image = await images.find('panel.png', width)
    expect(image?.type).toBe('image/webp')
    const made = await sharp(image?.bytes).metadata()
    const expected = Math.min(width, 1_000)
    expect(made).toMatchObject({ format: 'webp', width: expected, height: expected / 2 })
  })

  test('is fetched by its encoded name from the image base', async () => {
    const { api, images } = await startImageBase(sendBytes(wide, png))
    await images.find('لوحة (1) a+b.png', null)
    await images.find('2024/05/a#b?c.png', null)
    expect(api.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      `GET /images/post/${encodeURIComponent('لوحة (1) a+b.png')}`,
      'GET /images/post/2024/05/a%23b%3Fc.png',
    ])
  })

  test('is recognised by its bytes, not by its name or declared content type', async () => {
    const formats = [
      ['image/jpeg', await draw(20, 10).jpeg().toBuffer()],
      ['image/webp', await draw(20, 10).webp().toBuffer()],
      ['image/gif', await draw(20, 10).gif().toBuffer()],
      ['image/avif', await draw(20, 10).avif({ effort: 0 }).toBuffer()],
      ['image/png', await draw(20, 10).png().toBuffer()],
    ] as const
    for (const [type, bytes] of formats) {
      const { images } = await startImageBase(sendBytes(bytes, { type: 'text/html' }))
      expect((await images.find('a.png', null))?.type).toBe(type)
      expect((await images.find('a.png', 160))?.type).toBe('image/webp')
    }
  })
})

describe('files that no page may show', () => {
  const contents: [what: string, bytes: string | Buffer, type: string][] = [
    ['HTML under a picture’s name', '<script>alert(1)</script>', 'image/png'],
    ['HTML after white space', '\n\n<!doctype html><p>x', 'image/jpeg'],
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>', 'image/svg+xml'],
    ['SVG behind an XML head', '<?xml version="1.0"?><svg/>', 'image/svg+xml'],
    ['no bytes at all', '', 'image/png'],
    ['a text', 'hello', 'text/plain'],
    ['a program', Buffer.from('\x7fELF\x02\x01\x01'), 'image/png'],
    [
      'a picture’s signature in the wrong place',
      Buffer.concat([Buffer.from(' '), wide]),
      'image/png',
    ],
    ['a document', '%PDF-1.7\n', 'application/pdf'],
    ['an archive', Buffer.from('PK\x03\x04'), 'application/pdf'],
  ]
  test.each(contents)('%s', async (_, bytes, type) => {
    const { images } = await startImageBase(sendBytes(bytes, { type }))
    expect(await images.find('a.png', null)).toBeNull()
    expect(await images.find('a.png', 160)).toBeNull()
  })
})

describe('an image base without a usable response', () => {
  const nothing: [what: string, answer: Responder][] = [
    ['404', sendBytes('{}', { status: 404 })],
    ['410', sendBytes('', { status: 410 })],
    ['a page in its place', sendBytes('<!doctype html>', { type: 'text/html' })],
  ]
  test.each(nothing)('V28 %s: the image counts as missing for half a minute', async (_, answer) => {
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const { api, images } = await startImageBase(answer, sendBytes(wide, png))
    const admit = vi.fn()
    for (const width of [160, 160, 320, null]) {
      expect(await images.find('new.png', width, 'webp', admit)).toBeNull()
    }
    // Repeated requests cost nothing, so load shedding is not consulted.
    expect(admit).toHaveBeenCalledTimes(1)
    expect(api.requests).toHaveLength(1)
    vi.setSystemTime(Date.now() + 31_000)
    expect(await images.find('new.png', 160)).toMatchObject({ type: 'image/webp' })
    expect(api.requests).toHaveLength(2)
  })

  test('a redirect is not followed', async () => {
    const elsewhere = await startRecordingApi(sendBytes(wide, png))
    const { images } = await startImageBase(redirectTo(`${elsewhere.url}/secret.png`))
    await expect(images.find('a.png', null)).rejects.toThrow('returned 302')
    expect(elsewhere.requests).toHaveLength(0)
  })

  test('closing ends pending work', async () => {
    const api = await startRecordingApi(hang)
    const images = openImages(api.url)
    const failure = images.find('a.png', null).catch((error: unknown) => error)
    await api.arrived(1)
    await images.close()
    expect(await failure).toBeInstanceOf(Error)
  })
})

describe('many visitors of one image', () => {
  test('at once: it is fetched and encoded once', async () => {
    const { api, images } = await startImageBase(sendBytes(wide, png))
    const found = await Promise.all(Array.from({ length: 100 }, () => images.find('a.png', 320)))
    expect(new Set(found).size).toBe(1)
    expect(api.requests).toHaveLength(1)
  })
})
