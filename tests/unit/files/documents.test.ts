import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { request } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import sharp from 'sharp'
import { afterAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { RequestShed } from '../../../server/http/load-shedding/shed-response.ts'
import { log } from '@site/runtime/log'
import { eventually } from '../../support/eventually.ts'
import {
  copiesOf,
  encoder,
  startImageServer,
  type ImageServerOptions,
} from '../../support/image-server.ts'
import { findDeadAddress } from '../../support/loopback.ts'
import {
  hang,
  redirectTo,
  reset,
  sendBytes,
  sendHalf,
  sendHalfInChunks,
  startRecordingApi,
  type Responder,
} from '../../support/recording-api.ts'
import { sendFile, sendGenerated } from '../../support/send-file.ts'
import { makeFolder } from '../../support/small-sample.ts'

const mb = 1024 * 1024
const hours = 60 * 60_000
const pdf = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(200_000, 'page ')])
const drawing = Buffer.concat([Buffer.from('AC1032'), Buffer.alloc(300_000, 'line ')])

const warn = vi.spyOn(log, 'warn')
beforeEach(() => {
  warn.mockReset().mockReturnValue()
})
afterAll(() => encoder.close())

async function startOn(
  responders: Responder | [Responder, ...Responder[]],
  options: ImageServerOptions = {},
) {
  const [first, ...others] = typeof responders === 'function' ? [responders] : responders
  const api = await startRecordingApi(first, ...others)
  const folder = makeFolder()
  const server = await startImageServer(api.url, folder, options)
  const copies = () => (existsSync(copiesOf(folder)) ? readdirSync(copiesOf(folder)) : [])
  /** Downloads a document of which a copy is stored, which may take longer than the download. */
  async function store(name: string) {
    await bytesOf(server.get(name))
    await expect.poll(copies).toEqual([expect.stringMatching(/\.document$/)])
  }
  return { api, folder, copies, store, ...server }
}

async function bytesOf(response: Response | Promise<Response>) {
  return Buffer.from(await (await response).arrayBuffer())
}

describe('F55: a listed file comes down', () => {
  test.each(['plan.dwg', 'prices.xlsx', 'logo.svg', 'page.html', 'noname'])(
    '%s as an attachment, byte for byte, whatever its server calls it',
    async (file) => {
      const { get } = await startOn(sendFile(drawing, { type: 'text/html' }))
      const response = await get(`2024/${file}`)
      expect(response.status).toBe(200)
      expect(response.headers.get('content-disposition')).toBe(`attachment; filename="${file}"`)
      expect(response.headers.get('content-type')).not.toMatch(/html|svg|\/xml|script/)
      expect(response.headers.get('x-content-type-options')).toBe('nosniff')
      expect(response.headers.get('content-security-policy')).toMatch(
        /default-src 'none';.*sandbox/,
      )
      expect((await bytesOf(response)).equals(drawing)).toBe(true)
    },
  )

  test('a PDF is shown, with a policy under which Safari shows it', async () => {
    const { get } = await startOn(sendFile(pdf, { etag: '"1"' }))
    const { status, headers } = await get(encodeURIComponent('نشرة.pdf'))
    expect([status, headers.get('content-type')]).toEqual([200, 'application/pdf'])
    expect(headers.get('content-disposition')).toMatch(/^inline; .*filename\*=UTF-8''%D9%86/)
    expect(headers.get('content-security-policy')).toBe(
      "frame-ancestors 'none'; object-src 'none'; script-src 'none'",
    )
    expect(headers.get('cache-control')).toBe('public, max-age=3600, stale-while-revalidate=86400')
    expect(headers.get('etag')).toBe('"1"')
  })

  test.each([true, false])('60 MB, with its length: %s', async (hasLength) => {
    const size = 60 * mb
    const { get, copies } = await startOn(sendGenerated(size, { hasLength }))
    const response = await get('catalogue.pdf.zip')
    expect(response.headers.get('content-length')).toBe(hasLength ? String(size) : null)
    expect(await bytesOf(response)).toHaveLength(size)
    expect(copies()).toEqual([])
  })

  test('a picture under another name is shown as a picture', async () => {
    const png = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#27a' } })
      .png()
      .toBuffer()
    const { get } = await startOn(sendBytes(png))
    for (const name of ['1234', 'photo.php', 'scan.pdf']) {
      const response = await get(name)
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png'])
    }
  })

  test('a server that sends its first kilobyte slowly keeps nobody waiting for it', async () => {
    let goOn: () => void = () => undefined
    const drip: Responder = (response) => {
      response.writeHead(200, { 'content-length': pdf.length }).write(pdf.subarray(0, 20))
      goOn = () => response.end(pdf.subarray(20))
    }
    const { get } = await startOn(drip, { documents: { headMs: 20 } })
    const response = await get('a.pdf')
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      'application/pdf',
    ])
    goOn()
    expect((await bytesOf(response)).equals(pdf)).toBe(true)
  })

  test('a server that pauses may take longer altogether than one pause may', async () => {
    const idleMs = 800
    const pausing: Responder = async (response) => {
      response.writeHead(200, { 'Content-Length': drawing.length })
      const length = Math.ceil(drawing.length / 4)
      for (let at = 0; at < drawing.length; at += length) {
        response.write(drawing.subarray(at, at + length))
        await pause(idleMs / 2)
      }
      response.end()
    }
    const { get } = await startOn(pausing, { documents: { idleMs } })
    expect((await bytesOf(get('a.dwg'))).equals(drawing)).toBe(true)
  })

  test('HEAD says the same as GET, and takes nothing', async () => {
    const { get } = await startOn(sendFile(pdf, { etag: '"1"' }))
    const head = await get('a.pdf', {}, 'HEAD')
    expect(await head.text()).toBe('')
    const whole = await get('a.pdf')
    for (const name of ['content-length', 'content-type', 'content-disposition', 'etag']) {
      expect(head.headers.get(name), name).toBe(whole.headers.get(name))
    }
    await bytesOf(whole)
  })
})

describe('F55: a download is resumed', () => {
  const etag = '"v1"'
  const big = { documents: { copyBytes: 0 } }

  test('by range, from the image base and from a copy', async () => {
    for (const options of [big, {}]) {
      const { api, get, store } = await startOn(sendFile(drawing, { etag }), options)
      await (options === big ? bytesOf(get('a.dwg')) : store('a.dwg'))
      const part = await get('a.dwg', { range: 'bytes=100-199', 'if-range': etag })
      expect([part.status, part.headers.get('content-range')]).toEqual([
        206,
        `bytes 100-199/${drawing.length}`,
      ])
      expect((await bytesOf(part)).equals(drawing.subarray(100, 200))).toBe(true)
      const end = await get('a.dwg', { range: 'bytes=-50' })
      expect((await bytesOf(end)).equals(drawing.subarray(-50))).toBe(true)
      const none = await get('a.dwg', { range: `bytes=${drawing.length}-` })
      expect([none.status, none.headers.get('content-range')]).toEqual([
        416,
        `bytes */${drawing.length}`,
      ])
      expect(api.requests).toHaveLength(options === big ? 4 : 1)
    }
  })

  test('where it was aborted', async () => {
    const { url, get } = await startOn(sendFile(drawing, { etag }), big)
    const aborted = request(`${url}/images/post/a.dwg`).on('error', () => undefined)
    const [response] = await once(aborted.end(), 'response')
    const [first] = await once(response, 'data')
    aborted.destroy()
    const rest = get('a.dwg', { range: `bytes=${first.length}-`, 'if-range': etag })
    expect(Buffer.concat([first, await bytesOf(rest)]).equals(drawing)).toBe(true)
  })

  test.each([
    ['another version', { range: 'bytes=100-', 'if-range': '"v0"' }, {}],
    ['a weak tag', { range: 'bytes=100-', 'if-range': `W/${etag}` }, {}],
    [
      'a server that ignores If-Range',
      { range: 'bytes=100-', 'if-range': '"v0"' },
      { ignoresIfRange: true },
    ],
    ['several ranges', { range: 'bytes=0-1,5-6' }, {}],
    ['a server without ranges', { range: 'bytes=100-' }, { hasRanges: false }],
  ])('%s: the whole file', async (_, headers, file) => {
    const { get } = await startOn(sendFile(drawing, { etag, ...file }), big)
    const response = await get('a.dwg', headers)
    expect(response.status).toBe(200)
    expect((await bytesOf(response)).equals(drawing)).toBe(true)
  })

  test.each([
    ['a strong tag', { etag }, { 'if-none-match': etag }],
    ['a weak tag', { etag: `W/${etag}` }, { 'if-none-match': `W/${etag}` }],
    ['a tag that a proxy has made weak', { etag }, { 'if-none-match': `W/${etag}` }],
    [
      'a date',
      { lastModified: 'Tue, 03 Mar 2026 10:00:00 GMT' },
      { 'if-modified-since': 'Tue, 03 Mar 2026 10:00:00 GMT' },
    ],
  ])('a client that has it gets a 304: %s', async (_, file, headers) => {
    for (const options of [big, {}]) {
      const { get, store } = await startOn(sendFile(pdf, file), options)
      await (options === big ? bytesOf(get('a.pdf')) : store('a.pdf'))
      const response = await get('a.pdf', headers)
      expect(response.status).toBe(304)
      expect(response.headers.get('etag')).toBe('etag' in file ? file.etag : null)
    }
  })
})

describe('F55: what does not come down is a page', () => {
  const faults: [what: string, status: 404 | 503, answer: Responder][] = [
    ['404', 404, sendBytes('', { status: 404 })],
    ['410', 404, sendBytes('', { status: 410 })],
    ['a page in its place', 404, sendBytes('<!doctype html><p>Not found', { type: 'text/html' })],
    ['no bytes', 404, sendBytes('')],
    ['500', 503, sendBytes('secret', { status: 500 })],
    ['a demand for a password', 503, sendBytes('', { status: 401 })],
    ['204', 503, (response) => response.writeHead(204).end()],
    ['a redirect', 503, redirectTo('http://elsewhere.example/a.pdf')],
    ['a reset', 503, reset],
    ['a part that nobody asked for', 503, (response) => response.writeHead(206).end('x')],
    ['more than it may have', 503, sendGenerated(10 * mb)],
    ['nothing for too long', 503, hang],
  ]
  test.concurrent.for(faults)('%s', async ([, status, answer]) => {
    const { get } = await startOn(answer, { documents: { bytes: 5 * mb, idleMs: 1_000 } })
    const response = await get('a.pdf')
    expect(response.status).toBe(status)
    expect(response.headers.get('content-type')).toMatch(/^text\/html/)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(await response.text()).toBe(`<h1>Page ${status}</h1>`)
  })

  test('V28: a missing file is asked for once in half a minute', async () => {
    const { api, get } = await startOn(sendBytes('', { status: 404 }))
    for (let times = 0; times < 5; times += 1) expect((await get('a.pdf')).status).toBe(404)
    expect(api.requests).toHaveLength(1)
  })

  test('a client over a limit, which is not asked for', async () => {
    const { api, get } = await startOn(sendFile(pdf), {
      admitDocument: () => {
        throw new RequestShed('client')
      },
    })
    const response = await get('a.pdf')
    expect([response.status, await response.text()]).toEqual([429, '<h1>Page 503</h1>'])
    expect(response.headers.get('retry-after')).toMatch(/^\d+$/)
    expect(api.requests).toHaveLength(0)
  })

  test.each([
    ['ends early', sendHalf('%PDF-1.7'.padEnd(2_000))],
    ['ends early, in chunks', sendHalfInChunks('%PDF-1.7'.padEnd(2_000))],
    [
      'stops',
      (response) => {
        response.writeHead(200, { 'content-length': 9_000 }).write('%PDF-1.7'.padEnd(2_000))
      },
    ],
    ['does not say that it is too long', sendGenerated(6 * mb, { hasLength: false })],
  ] satisfies [string, Responder][])(
    'a body that %s ends the connection, and no copy is stored',
    async (_, answer) => {
      const { get, copies } = await startOn(answer, { documents: { idleMs: 500, bytes: 5 * mb } })
      await expect(bytesOf(get('a.pdf'))).rejects.toThrow()
      await eventually(() => expect(warn).toHaveBeenCalled())
      expect(copies()).toEqual([])
    },
  )
})

describe('a copy of a small document', () => {
  async function useFakeDate() {
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
  }

  test('F43: is served while the image base is down, after a restart too', async () => {
    const first = await startOn(sendFile(pdf, { etag: '"1"' }))
    await first.store('a.pdf')
    await first.close()
    const { get } = await startImageServer(await findDeadAddress(), first.folder)
    const response = await get('a.pdf')
    expect([response.status, response.headers.get('etag')]).toEqual([200, '"1"'])
    expect((await bytesOf(response)).equals(pdf)).toBe(true)
  })

  test('F43: an hour later it is served stale while its server fails, which is asked again soon', async () => {
    await useFakeDate()
    const { api, get, store } = await startOn([sendFile(pdf), reset, sendFile(drawing)])
    await store('a.dwg')
    vi.setSystemTime(Date.now() + 2 * hours)
    for (let times = 0; times < 3; times += 1) {
      expect((await bytesOf(get('a.dwg'))).equals(pdf)).toBe(true)
      await eventually(() => expect(warn).toHaveBeenCalled())
    }
    expect(api.requests).toHaveLength(2)
    vi.setSystemTime(Date.now() + 2 * 60_000)
    await eventually(async () => {
      expect((await bytesOf(get('a.dwg'))).equals(drawing)).toBe(true)
    })
  })

  test('an hour later it is confirmed by its tag, in the background', async () => {
    await useFakeDate()
    const { api, get, store } = await startOn(sendFile(pdf, { etag: '"1"' }))
    await store('a.pdf')
    vi.setSystemTime(Date.now() + 2 * hours)
    await bytesOf(get('a.pdf'))
    const [, asked] = await api.arrived(2)
    expect(asked?.headers['if-none-match']).toBe('"1"')
    await bytesOf(get('a.pdf'))
    expect(api.requests).toHaveLength(2)
  })

  test('an hour later one that is gone becomes a 404', async () => {
    await useFakeDate()
    const { get, store } = await startOn([sendFile(pdf), sendBytes('', { status: 404 })])
    await store('a.pdf')
    vi.setSystemTime(Date.now() + 2 * hours)
    await eventually(async () => {
      const response = await get('a.pdf')
      await response.arrayBuffer()
      expect(response.status).toBe(404)
    })
  })

  test('is not stored of a larger document', async () => {
    const { api, copies, get } = await startOn(sendFile(pdf), {
      documents: { copyBytes: pdf.length - 1 },
    })
    for (const _ of [1, 2]) await bytesOf(get('a.pdf'))
    expect(api.requests).toHaveLength(2)
    expect(copies()).toEqual([])
  })
})

test('V24: a client that leaves ends the request to the image base, and leaves nothing behind', async () => {
  let ended = 0
  const { url, documentBudget, copies } = await startOn(
    sendGenerated(15 * mb, { ended: () => void (ended += 1) }),
  )
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.write('GET /images/post/a.zip HTTP/1.1\r\nHost: x\r\n\r\n')
  await once(socket, 'data')
  socket.pause()
  expect(documentBudget.used()).toBe(1)
  socket.destroy()
  await expect.poll(() => ended).toBe(1)
  await expect.poll(() => documentBudget.used()).toBe(0)
  await expect.poll(copies).toEqual([])
  expect(warn).not.toHaveBeenCalled()
})
