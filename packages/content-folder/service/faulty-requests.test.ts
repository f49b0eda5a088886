import net from 'node:net'
import { describe, expect, test, vi } from 'vitest'
import { sized } from '../../../tests/support/test-size.ts'
import {
  getPosts,
  listFields,
  post,
  postBody,
  readError,
  startForTests,
} from '../../../tests/support/content-client.ts'

// Hundreds of requests are slow on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

const service = await startForTests()

async function expectWell(): Promise<void> {
  expect(await getPosts(service, { Type: 'News' })).toHaveLength(3)
}

const boundary = 'xxBOUNDARYxx'
const formType = `multipart/form-data; boundary=${boundary}`

/** A raw multipart body. */
function writeForm(fields: Record<string, string>): string {
  const parts = Object.entries(fields).map(
    ([name, value]) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  return `${parts.join('')}--${boundary}--\r\n`
}

const goodBody = writeForm({ ...listFields, Type: 'News' })
const sendBody = (body: BodyInit | null, type = formType) =>
  postBody(service, '/get-post', body, { 'Content-Type': type })

describe('paths and methods', () => {
  test.each(['/', '/get-posts', '/GET-POST', '/get-post/', '/languages', '/images/post', '//'])(
    '%s is a 404',
    async (address) => {
      await readError(await fetch(service.url + address), 404)
    },
  )

  test.each(['/get-post', '/main-system', '/users/PostEmail', '/company-processing'])(
    '%s accepts only POST',
    async (address) => {
      for (const method of ['GET', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
        const response = await fetch(service.url + address, { method })
        expect(response.headers.get('allow')).toBe('POST')
        await readError(response, 405)
      }
      const head = await fetch(service.url + address, { method: 'HEAD' })
      expect(head.status).toBe(405)
    },
  )

  test('/languages/Ar rejects POST', async () => {
    await readError(await post(service, '/languages/Ar', { a: 'b' }), 405)
  })
})

describe('bodies', () => {
  test('a complete one succeeds', async () => {
    expect((await sendBody(goodBody)).status).toBe(200)
  })

  test.each([
    'application/json',
    'application/x-www-form-urlencoded',
    'text/plain',
    'multipart/mixed; boundary=xxBOUNDARYxx',
    'multipart/form-dataset; boundary=xxBOUNDARYxx',
  ])('%s is rejected', async (type) => {
    expect(await readError(await sendBody(goodBody, type), 400)).toContain('multipart/form-data')
  })

  test('a form without a content type is rejected', async () => {
    const body = new Blob([goodBody])
    expect(await readError(await postBody(service, '/get-post', body), 400)).toContain(
      'multipart/form-data',
    )
  })

  const broken: [string, string | null, string?][] = [
    ['no body', null],
    ['an empty body', ''],
    ['no boundary in the content type', goodBody, 'multipart/form-data'],
    ['another boundary', goodBody, 'multipart/form-data; boundary=other'],
    ['an empty boundary', goodBody, 'multipart/form-data; boundary='],
    ['no end', goodBody.slice(0, -boundary.length - 8)],
    ['an end in the middle of a header', goodBody.slice(0, 60)],
    ['no form at all', 'Pno=1&Type=News'],
    ['only its end', `--${boundary}--\r\n`],
    [
      'a field without a name',
      `--${boundary}\r\nContent-Disposition: form-data\r\n\r\nx\r\n${goodBody}`,
    ],
    ['a field twice', goodBody.replace(`--${boundary}--`, goodBody)],
    ['a NUL in a field', goodBody.replace('News', 'Ne\0ws')],
    [
      'a long part that is not a field',
      `--${boundary}\r\nX-Length: long\r\n\r\n${'y'.repeat(40_000)}\r\n--${boundary}--\r\n`,
    ],
  ]
  test.each(broken)('%s is rejected', async (_, body, type) => {
    await readError(await sendBody(body, type), 400)
    await expectWell()
  })

  test('a file is rejected', async () => {
    const form = new FormData()
    for (const [name, value] of Object.entries(listFields)) form.append(name, value)
    form.append('upload', new Blob(['x']), 'x.txt')
    expect(await readError(await postBody(service, '/get-post', form), 400)).toContain('not files')
  })

  test('twenty fields are accepted, one more is not', async () => {
    const extra = Array.from({ length: 12 }, (_, n) => [`extra${n}`, ''])
    const fields = { ...listFields, Type: 'News', ...Object.fromEntries(extra) }
    expect((await post(service, '/get-post', fields)).status).toBe(200)
    const response = await post(service, '/get-post', { ...fields, oneMore: '' })
    expect(await readError(response, 400)).toContain('more than 20 fields')
  })

  test('256 KiB are accepted, more is too large', async () => {
    const room = 256 * 1024 - Buffer.byteLength(goodBody)
    const filled = (size: number) => goodBody.replace('News', 'News'.padEnd(size + 4, 'x'))
    expect((await sendBody(filled(room))).status).toBe(200)
    await readError(await sendBody(filled(room + 1)), 413)
    await readError(await sendBody(filled(900_000)), 413)
    await expectWell()
  })

  test('an endless body is cut off', async () => {
    const { text, sent } = await sendWithoutEnd()
    expect(text).toMatch(/^HTTP\/1\.1 413 /)
    expect(text).toContain('Connection: close')
    expect(sent).toBeLessThan(20_000_000)
    await expectWell()
  })
})

describe('fuzz', () => {
  test('hundreds of mangled forms each get a JSON response, and the service keeps running', async () => {
    const random = seededRandom(20260314)
    for (let round = 0; round < sized(400, 100); round++) {
      const { body, type } = mangle(random)
      const response = await sendBody(new Uint8Array(body), type)
      const shown = `round ${round}: ${type} ${JSON.stringify(body.toString('latin1'))}`
      expect([200, 400, 413], shown).toContain(response.status)
      const json: unknown = await response.json()
      if (response.status === 200) expect(json, shown).toBeInstanceOf(Array)
      else expect(json, shown).toEqual({ error: expect.any(String) })
    }
    await expectWell()
  })

  test('malformed HTTP gets a JSON error', async () => {
    const response = await sendRaw('this is not HTTP\r\n\r\n')
    expect(response).toMatch(/^HTTP\/1\.1 400 /)
    expect(response).toMatch(/\{"error":"[^"]+"\}$/)
  })
})

/** Pseudo-random numbers below `limit`, the same in every run. */
type Random = (limit: number) => number

function seededRandom(seed: number): Random {
  let state = seed
  return (limit) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * limit)
  }
}

function mangle(random: Random): { body: Buffer; type: string } {
  const types = [
    formType,
    formType,
    formType,
    formType,
    `multipart/form-data; boundary="${boundary}"`,
    `multipart/form-data; charset=utf-16; boundary=${boundary}`,
    `multipart/form-data; boundary=${'-'.repeat(70)}`,
    'multipart/form-data; boundary="',
    'multipart/form-data; boundary=%00',
    'multipart/form-data;;;',
    `MULTIPART/FORM-DATA; BOUNDARY=${boundary}`,
    `multipart/form-data; boundary=${boundary}; boundary=two`,
  ]
  const strange = [
    'Content-Disposition: form-data; name="__proto__"',
    `Content-Disposition: form-data; name="a"; filename="b"`,
    "Content-Disposition: form-data; name*=UTF-8''%E0%A4%A",
    'Content-Disposition: attachment; name=',
    'Content-Type: text/plain; charset=utf-16le',
    'Content-Type: text/plain; charset=nonsense',
    'Content-Transfer-Encoding: base64',
    `X: ${'y'.repeat(20_000)}`,
    '\r\n',
    `--${boundary}`,
    `--${boundary}--`,
    'ﷺ\u202e\ud83d\ude00',
  ]
  let text = goodBody
  for (let count = random(4); count > 0; count--) {
    const at = random(text.length)
    text = `${text.slice(0, at)}${strange[random(strange.length)] ?? ''}${text.slice(at)}`
  }
  return {
    body: mangleBytes(Buffer.from(text), random),
    type: types[random(types.length)] ?? formType,
  }
}

/** Mutates up to three times: changes, removes or duplicates bytes, or truncates. */
function mangleBytes(original: Buffer, random: Random): Buffer {
  let bytes = Buffer.from(original)
  for (let count = random(4); count > 0; count--) {
    const from = random(bytes.length + 1)
    const to = Math.min(bytes.length, from + random(40))
    const before = bytes.subarray(0, from)
    const part = Buffer.from(bytes.subarray(from, to))
    const after = bytes.subarray(to)
    switch (random(4)) {
      case 0:
        part.forEach((_, index) => (part[index] = random(256)))
        bytes = Buffer.concat([before, part, after])
        break
      case 1:
        bytes = Buffer.concat([before, after])
        break
      case 2:
        bytes = Buffer.concat([before, part, part, after])
        break
      default:
        bytes = Buffer.from(before)
    }
  }
  return bytes
}

/** Sends bytes, ends, and returns what comes back until the server closes. */
function sendRaw(bytes: string | Buffer): Promise<string> {
  return new Promise((resolve) => {
    const { hostname, port } = new URL(service.url)
    const socket = net.connect(Number(port), hostname, () => socket.end(bytes))
    let text = ''
    socket.setEncoding('utf8').on('data', (part: string) => (text += part))
    socket.on('error', () => undefined).on('close', () => resolve(text))
  })
}

/** Sends a chunked body for as long as the server reads it. */
function sendWithoutEnd(): Promise<{ text: string; sent: number }> {
  return new Promise((resolve) => {
    const { hostname, port } = new URL(service.url)
    const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`
    let text = ''
    let sent = 0
    const socket = net.connect(Number(port), hostname, () => {
      socket.write(
        `POST /get-post HTTP/1.1\r\nHost: localhost\r\nCookie: XSRF-TOKEN=t\r\nX-XSRF-TOKEN: t\r\n` +
          `Content-Type: ${formType}\r\nTransfer-Encoding: chunked\r\n\r\n`,
      )
      const sendMore = () => {
        if (text !== '' || socket.destroyed) return
        sent += chunk.length
        socket.write(chunk, sendMore)
      }
      sendMore()
    })
    socket.setEncoding('utf8').on('data', (part: string) => {
      text += part
      socket.end()
    })
    socket.on('error', () => undefined).on('close', () => resolve({ text, sent }))
  })
}
