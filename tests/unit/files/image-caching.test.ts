import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeEach, describe, expect, test, vi, type MockInstance } from 'vitest'
import { digestOf } from '@site/runtime/disk-store'
import { log } from '@site/runtime/log'
import { eventually } from '../../support/eventually.ts'
import { browserAccept, drawScene, startImageServer } from '../../support/image-server.ts'
import { findDeadAddress } from '../../support/loopback.ts'
import { sendBytes, startRecordingApi, type Responder } from '../../support/recording-api.ts'
import { makeFolder } from '../../support/small-sample.ts'

const blue = await drawScene(600, 400, 20)
const green = await drawScene(600, 400, 120)
const hours = 60 * 60 * 1000

let warn: MockInstance<typeof log.warn>

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  warn = vi.spyOn(log, 'warn').mockReturnValue()
  return () => {
    vi.useRealTimers()
    vi.restoreAllMocks()
  }
})

const sendBlue = sendBytes(blue, { type: 'image/png', headers: { etag: '"blue"' } })
const fail: Responder = (response) => response.writeHead(500).end()

async function start(...answers: [Responder, ...Responder[]]) {
  const folder = makeFolder()
  const api = await startRecordingApi(...answers)
  return { api, folder, ...(await startImageServer(api.url, folder)) }
}

async function bytesOf(answer: Promise<Response>) {
  return Buffer.from(await (await answer).arrayBuffer())
}

function filesOf(folder: string, kind: string) {
  return readdirSync(folder).filter((file) => file.endsWith(`.${kind}`))
}

describe('after a restart', () => {
  test('images and AVIFs are available without the content API', async () => {
    const before = await start(sendBlue)
    const webp = await bytesOf(before.get('a.png?w=320'))
    const avif = await eventually(async () => {
      const response = await before.get('a.png?w=320', { accept: browserAccept })
      expect(response.headers.get('content-type')).toBe('image/avif')
      return bytesOf(Promise.resolve(response))
    })
    await before.close()

    const after = await startImageServer(await findDeadAddress(), before.folder)
    await after.images.ready()
    expect((await bytesOf(after.get('a.png?w=320'))).equals(webp)).toBe(true)
    const cached = await bytesOf(after.get('a.png?w=320', { accept: browserAccept }))
    expect(cached.equals(avif)).toBe(true)
    expect((await bytesOf(after.get('a.png'))).equals(blue)).toBe(true)
    // A width requested for the first time is encoded from the cached original.
    expect((await after.get('a.png?w=160')).status).toBe(200)
  })

  test('facts stored by a version that knew more of an image are still read', async () => {
    const { folder, get, close } = await start(sendBlue)
    await get('a.png?w=320')
    await close()
    const [name = ''] = filesOf(folder, 'source')
    const facts = JSON.parse(readFileSync(path.join(folder, name)).subarray(32).toString())
    const stored = Buffer.from(JSON.stringify({ ...facts, colour: '2277aa' }))
    writeFileSync(path.join(folder, name), Buffer.concat([await digestOf(stored), stored]))
    const after = await startImageServer(await findDeadAddress(), folder)
    expect((await after.get('a.png?w=320')).status).toBe(200)
  })

  test('a corrupt file is detected, logged and encoded again', async () => {
    const { api, folder, get, close } = await start(sendBlue)
    const webp = await bytesOf(get('a.png?w=320'))
    await close()
    const [picture = ''] = filesOf(folder, 'picture')
    writeFileSync(path.join(folder, picture), 'RIFF....WEBP and then nothing')
    writeFileSync(path.join(folder, 'notes.txt'), 'somebody else’s')

    const after = await startImageServer(api.url, folder)
    await after.images.ready()
    expect((await bytesOf(after.get('a.png?w=320'))).equals(webp)).toBe(true)
    const logged = warn.mock.calls.map(([, words]) => words)
    expect(logged.sort()).toEqual(['corrupt image cache file removed', 'foreign files ignored'])
    expect(readdirSync(folder)).toContain('notes.txt')
  })
})

describe('the disk cache', () => {
  test('stays within its limit and evicts the least recently used', async () => {
    const api = await startRecordingApi(
      ...(([20, 90, 160, 230] as const).map(
        (hue): Responder =>
          (response) =>
            void drawScene(600, 400, hue).then((bytes) => response.end(bytes)),
      ) as [Responder, ...Responder[]]),
    )
    const folder = makeFolder()
    const limit = 100_000
    const { get, close } = await startImageServer(api.url, folder, { maxBytes: limit })
    for (const name of ['a', 'b', 'c', 'd']) {
      for (const width of [160, 480, 640]) await bytesOf(get(`${name}.png?w=${width}`))
    }
    await close()
    const sizes = readdirSync(folder).map((file) => statSync(path.join(folder, file)).size)
    expect(sizes.length).toBeGreaterThan(0)
    const taken = sizes.reduce((sum, size) => sum + Math.ceil(size / 4_096) * 4_096, 0)
    expect(taken).toBeLessThanOrEqual(limit)

    const after = await startImageServer(await findDeadAddress(), folder, { maxBytes: limit })
    expect((await after.get('d.png?w=640')).status).toBe(200)
    expect((await after.get('a.png?w=160')).status).toBe(503)
  })
})

describe('an hour later', () => {
  test('the image is revalidated in the background', async () => {
    const { api, get } = await start(sendBlue, (response) => response.writeHead(304).end())
    const before = await bytesOf(get('a.png?w=320'))
    vi.setSystemTime(Date.now() + 2 * hours)
    expect((await bytesOf(get('a.png?w=320'))).equals(before)).toBe(true)
    const [, asked] = await api.arrived(2)
    expect(asked?.headers['if-none-match']).toBe('"blue"')
    await get('a.png?w=320')
    expect(api.requests).toHaveLength(2)
  })

  test('an image that changed under its name is updated', async () => {
    const { get } = await start(sendBlue, sendBytes(green, { type: 'image/png' }))
    const before = await bytesOf(get('a.png?w=320'))
    vi.setSystemTime(Date.now() + 2 * hours)
    expect((await bytesOf(get('a.png?w=320'))).equals(before)).toBe(true)
    await eventually(async () => {
      expect((await bytesOf(get('a.png?w=320'))).equals(before)).toBe(false)
    })
    expect((await bytesOf(get('a.png'))).equals(green)).toBe(true)
  })

  test('a deleted image becomes a 404', async () => {
    const { get } = await start(sendBlue, sendBytes('{}', { status: 404 }))
    await get('a.png?w=320')
    vi.setSystemTime(Date.now() + 2 * hours)
    await get('a.png?w=320')
    await eventually(async () => expect((await get('a.png?w=320')).status).toBe(404))
  })

  test('the last good image is served while the API fails, which is asked again soon', async () => {
    const { api, get } = await start(sendBlue, fail, sendBytes(green, { type: 'image/png' }))
    const before = await bytesOf(get('a.png?w=320'))
    vi.setSystemTime(Date.now() + 2 * hours)
    for (const _ of [1, 2, 3]) {
      expect((await bytesOf(get('a.png?w=320'))).equals(before)).toBe(true)
      await api.arrived(2)
    }
    await eventually(() => expect(warn).toHaveBeenCalled())
    expect(api.requests).toHaveLength(2)
    vi.setSystemTime(Date.now() + hours)
    await eventually(async () => {
      expect((await bytesOf(get('a.png?w=320'))).equals(before)).toBe(false)
    })
  })
})
