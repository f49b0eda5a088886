import sharp from 'sharp'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { log } from '@site/runtime/log'
import { eventually } from '../../support/eventually.ts'
import { encoder, startImageServer } from '../../support/image-server.ts'
import { findDeadAddress } from '../../support/loopback.ts'
import {
  redirectTo,
  reset,
  sendBytes,
  sendHalf,
  startRecordingApi,
  type Responder,
} from '../../support/recording-api.ts'
import { makeFolder } from '../../support/small-sample.ts'

const png = { type: 'image/png' }
const good = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#27a' } })
  .png()
  .toBuffer()
/** 20,000² pixels in a megabyte: decoded it would take 1.2 GB. */
const giant = await sharp({
  create: { width: 20_000, height: 20_000, channels: 3, background: '#c33' },
  limitInputPixels: false,
})
  .png({ compressionLevel: 1 })
  .toBuffer()

/** Responds with 200 and trickles bytes for ever. */
const drip: Responder = (response) => {
  response.writeHead(200, { 'content-type': 'image/png' })
  const timer = setInterval(() => response.write('\x89'), 100)
  response.once('close', () => clearInterval(timer))
}

const faults: [what: string, status: 404 | 503, answer: Responder][] = [
  ['answers 500', 503, sendBytes('{"error":"secret"}', { status: 500 })],
  ['answers 404', 404, sendBytes('no such file', { status: 404 })],
  ['answers 204', 503, (response) => response.writeHead(204).end()],
  ['asks for a name and a password', 503, sendBytes('', { status: 401 })],
  ['redirects', 503, redirectTo('http://elsewhere.example/a.png')],
  ['resets', 503, reset],
  ['ends in mid-body', 503, sendHalf('\x89PNG\r\n\x1a\n')],
  ['drips for ever', 503, drip],
  ['sends 30 MB', 503, sendBytes(Buffer.concat([good, Buffer.alloc(30_000_000)]), png)],
  ['sends HTML', 404, sendBytes('<!doctype html><script>alert(1)</script>', png)],
  ['sends SVG', 404, sendBytes('<svg xmlns="http://www.w3.org/2000/svg" onload="x()"/>', png)],
  ['sends 0 bytes', 404, sendBytes('', png)],
  ['sends 20,000² pixels', 503, sendBytes(giant, png)],
  ['sends a broken picture', 503, sendBytes(good.subarray(0, 60), png)],
]

const noise = [vi.spyOn(log, 'warn'), vi.spyOn(log, 'info')]
for (const spy of noise) spy.mockImplementation(() => undefined)
beforeEach(() => {
  for (const spy of noise) spy.mockClear()
})
afterAll(() => encoder.close())

async function startOn(...answers: [Responder, ...Responder[]]) {
  const api = await startRecordingApi(...answers)
  return { api, ...(await startImageServer(api.url, makeFolder())) }
}

async function expectPlaceholder(answer: Response, status: number) {
  expect(answer.status).toBe(status)
  expect(answer.headers.get('content-type')).toBe('image/svg+xml')
  expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none';.* sandbox$/)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(answer.headers.get('retry-after')).toBe(status === 503 ? '5' : null)
  const drawing = await answer.text()
  expect(drawing).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg">.*<\/svg>$/)
  expect(drawing).not.toMatch(/script|href|style|secret/)
}

describe('F43: without a cached image, a failing image base gives our placeholder', () => {
  test.concurrent.for(faults)('%s', async ([, status, answer]) => {
    const { get } = await startOn(answer)
    const answers = await Promise.all([get('a.png?w=320'), get('a.png')])
    for (const answer of answers) await expectPlaceholder(answer, status)
  })

  test('nothing listens', async () => {
    const { get } = await startImageServer(await findDeadAddress(), makeFolder())
    await expectPlaceholder(await get('a.png?w=320'), 503)
  })
})

describe('F43: a cached image stays while the image base fails', () => {
  const seen = faults.filter(([what]) => what !== 'answers 404')
  test.each(seen)('%s', async (_, __, answer) => {
    const { api, get } = await startOn(sendBytes(good, png), answer)
    const before = Buffer.from(await (await get('a.png?w=320')).arrayBuffer())
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * 60 * 60 * 1000 })
    try {
      for (const path of ['a.png?w=320', 'a.png?w=320', 'a.png?w=640', 'a.png']) {
        const again = await get(path)
        expect(again.status, path).toBe(200)
        const bytes = Buffer.from(await again.arrayBuffer())
        if (path === 'a.png?w=320') expect(bytes.equals(before)).toBe(true)
        if (path === 'a.png') expect(bytes.equals(good)).toBe(true)
      }
      await api.arrived(2)
      await eventually(() => expect(log.warn).toHaveBeenCalled())
      expect((await get('a.png?w=320')).status).toBe(200)
    } finally {
      vi.useRealTimers()
    }
  })
})
