import { createServer as createTlsServer } from 'node:tls'
import { gzipSync } from 'node:zlib'
import { describe, expect, test, vi } from 'vitest'
import { log } from '@site/runtime/log'
import { changeLimits } from '../../support/change-limits.ts'
import { failureOf } from '../../support/content-failure.ts'
import { eventually } from '../../support/eventually.ts'
import { listenInTest } from '../../support/listen-in-test.ts'
import { openContent } from '../../support/open-content.ts'
import { startRawServer } from '../../support/raw-server.ts'
import {
  sendBytes,
  sendJson,
  startRecordingApi,
  type Responder,
} from '../../support/recording-api.ts'
import { makeSelfSigned } from '../../support/self-signed.ts'

const mebibyte = 1024 * 1024
const onePost = '[{"postID":"1","postTitle":"قواطع"}]'
const utf16 = Buffer.from(onePost, 'utf16le')
const gzipped = { headers: { 'content-encoding': 'gzip' } }

async function faultOf(answer: Responder) {
  const api = await startRecordingApi(answer)
  const { fault } = await failureOf(openContent(api.url).viewPage().listNews())
  expect(api.requests).toHaveLength(1)
  return fault
}

describe('oversized responses', () => {
  test.each([
    ['F30: of 3 MB', sendBytes(`[]${' '.repeat(3 * mebibyte)}`)],
    ['F31: of 10 MB, compressed', sendBytes(gzipSync(`[]${' '.repeat(10 * mebibyte)}`), gzipped)],
  ])('%s are aborted', async (_, answer) => {
    expect(await faultOf(answer)).toBe('size')
  })

  test('F31: a response just within both limits is read', async () => {
    const text = 'x'.repeat(7 * mebibyte)
    const body = gzipSync(`[{"postID":"1","postTitle":"News"},{"postID":"2","more":"${text}"}]`)
    const api = await startRecordingApi(sendBytes(body, gzipped))
    expect(await openContent(api.url).viewPage().listNews()).toHaveLength(2)
  })

  test('F29: 200,000 nested lists', async () => {
    const deep = '['.repeat(200_000) + ']'.repeat(200_000)
    expect(await faultOf(sendBytes(deep))).toBe('shape')
  })

  test.each([
    ['lists', '['.repeat(63), ']'.repeat(63)],
    ['objects', '{"a":'.repeat(62) + '[', `]${'}'.repeat(62)}`],
  ])('F29: 64 %s deep is fine, 65 is not', async (_, opening, closing) => {
    const item = (value: string) => `[{"postID":"1","more":${value}}]`
    const inner = { opening: opening.slice(opening.startsWith('[') ? 1 : 5), closing }
    const fine = item(inner.opening + inner.closing.slice(0, -1))
    const api = await startRecordingApi(sendBytes(fine))
    expect(await openContent(api.url).viewPage().listNews()).toHaveLength(1)
    expect(await faultOf(sendBytes(item(opening + closing)))).toBe('shape')
  })

  test('F29: brackets, quotes and backslashes inside strings do not count', async () => {
    const title = '[{"\\'.repeat(100)
    const api = await startRecordingApi(sendJson([{ postID: '1', postTitle: title }]))
    expect(await openContent(api.url).viewPage().listNews()).toMatchObject([{ postTitle: title }])
  })
})

describe('content encoding', () => {
  test('gzip is requested and decoded', async () => {
    const api = await startRecordingApi(sendBytes(gzipSync(onePost), gzipped))
    const news = await openContent(api.url).viewPage().listNews()
    expect(news).toMatchObject([{ postTitle: 'قواطع' }])
    expect(api.requests[0]?.headers['accept-encoding']).toBe('gzip')
  })

  test.each(['br', 'gzip, gzip', 'aes128gcm', 'x'])('unknown: "%s"', async (encoding) => {
    const headers = { 'content-encoding': encoding }
    expect(await faultOf(sendBytes(onePost, { headers }))).toBe('shape')
  })

  test('declared as gzip, but is not', async () => {
    expect(await faultOf(sendBytes(onePost, gzipped))).toBe('shape')
  })

  test('F10: truncated gzip is not cached', async () => {
    const whole = gzipSync(onePost)
    const api = await startRecordingApi(sendBytes(whole.subarray(0, -10), gzipped))
    const content = openContent(api.url)
    expect((await failureOf(content.viewPage().listNews())).fault).toBe('cut')
    expect((await failureOf(content.viewPage().listNews())).fault).toBe('cut')
  })

  test.each([
    ['UTF-8', '', 'application/json; charset="UTF-8"'],
    ['utf8', '', 'application/json;charset=utf8'],
    ['UTF-8 with a byte order mark', '\uFEFF', 'application/json; charset=utf-8'],
  ])('F34: %s is read', async (_, mark, type) => {
    const api = await startRecordingApi(sendBytes(mark + onePost, { type }))
    const news = await openContent(api.url).viewPage().listNews()
    expect(news).toMatchObject([{ postTitle: 'قواطع' }])
  })

  test.each([
    ['windows-1256, declared', sendBytes('[]', { type: 'application/json; charset=windows-1256' })],
    ['UTF-16, declared', sendBytes('[]', { type: 'application/json; v=1; Charset="utf-16"' })],
    ['windows-1256, undeclared', sendBytes(Buffer.from([0x5b, 0x22, 0xde, 0xe6, 0x22, 0x5d]))],
    ['UTF-16, undeclared', sendBytes(utf16)],
    ['UTF-16 with a byte order mark', sendBytes(Buffer.concat([Buffer.from([0xff, 0xfe]), utf16]))],
  ])('F34: %s', async (_, answer) => {
    expect(await faultOf(answer)).toBe('shape')
  })
})

describe('broken HTTP', () => {
  const head = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n'

  test.each([
    ['headers of 40 KB', `${head}X: ${'x'.repeat(40_000)}\r\nContent-Length: 2\r\n\r\n[]`],
    ['two lengths', `${head}Content-Length: 2\r\nContent-Length: 30\r\n\r\n[]`],
    ['a length and chunks', `${head}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n[]`],
    ['a bad chunk', `${head}Transfer-Encoding: chunked\r\n\r\nzz\r\n[]\r\n0\r\n\r\n`],
    ['another protocol', 'SSH-2.0-OpenSSH_9.2\r\n'],
  ])('F35: %s', async (_, bytes) => {
    const { url } = await startRawServer((socket) => socket.once('data', () => socket.write(bytes)))
    const failure = await failureOf(openContent(url).viewPage().listNews())
    expect(failure.fault).toBe('shape')
  })
})

describe('redirects, cookies and errors', () => {
  test('F13: the Retry-After of a 503 is passed on, and it is not retried', async () => {
    const busy = sendJson({}, { status: 503, headers: { 'retry-after': '17' } })
    const api = await startRecordingApi(busy)
    const failure = await failureOf(openContent(api.url).viewPage().listNews())
    expect(failure).toMatchObject({ fault: 'status', status: 503, retryAfterS: 17 })
    expect(api.requests).toHaveLength(1)
  })

  test('F12: an error body that never ends does not delay the call', async () => {
    changeLimits({ chunkTimeout: 60_000 })
    const api = await startRecordingApi((response) => {
      response.writeHead(500, { 'content-type': 'text/html' }).write('<h1>')
    })
    const failure = await failureOf(openContent(api.url).viewPage().listNews())
    expect(failure).toMatchObject({ fault: 'status', status: 500 })
  })

  test('F12: the connection of an error response is reused', async () => {
    const api = await startRecordingApi(sendJson({}, { status: 500 }), sendJson([]))
    const content = openContent(api.url, { CONTENT_CACHE_TTL_S: '0' })
    await failureOf(content.viewPage().listNews())
    // The rest of the error body is read in the background.
    await eventually(async () => {
      await content.viewPage().listNews()
      expect(api.requests.slice(1).map(({ connection }) => connection)).toContain(1)
    })
  })
})

describe('the API’s certificate', () => {
  async function startTlsApi(options: { cert?: string; key?: string | Buffer }) {
    const server = createTlsServer(options, (socket) => {
      socket.on('error', () => undefined)
      socket.once('data', () =>
        socket.end(
          'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n[]',
        ),
      )
    })
    server.on('tlsClientError', () => undefined)
    const { port } = await listenInTest(server)
    return `https://localhost:${port}`
  }

  test.each([
    ['self-signed', makeSelfSigned()],
    ['missing', {}],
  ])('F04: a certificate is %s, whatever NODE_TLS_REJECT_UNAUTHORIZED says', async (_, options) => {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
    const logError = vi.spyOn(log, 'error').mockReturnValue()
    try {
      const content = openContent(await startTlsApi(options))
      for (let view = 0; view < 3; view += 1) {
        expect((await failureOf(content.viewPage().listNews())).fault).toBe('tls')
      }
      expect(logError.mock.calls).toEqual([
        [
          { securityEvent: 'content-api-certificate', code: expect.stringMatching(/\w/) },
          expect.any(String),
        ],
      ])
    } finally {
      vi.unstubAllEnvs()
      logError.mockRestore()
    }
  })

  test('F04: plain HTTP instead of TLS', async () => {
    const logError = vi.spyOn(log, 'error').mockReturnValue()
    try {
      const { port } = await startRawServer((socket) =>
        socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'),
      )
      const failure = await failureOf(
        openContent(`https://127.0.0.1:${port}`).viewPage().listNews(),
      )
      expect(failure.fault).toBe('tls')
      expect(logError).toHaveBeenCalledOnce()
    } finally {
      logError.mockRestore()
    }
  })
})

describe('no server', () => {
  test('F02: a TLS handshake that never completes', async () => {
    changeLimits({ connect: 100, wholeCall: 60_000 })
    const { port } = await startRawServer(() => undefined)
    const failure = await failureOf(openContent(`https://127.0.0.1:${port}`).viewPage().listNews())
    expect(failure.fault).toBe('timeout')
  })

  test('F03: a name that does not exist', async () => {
    const failure = await failureOf(openContent('http://content.invalid').viewPage().listNews())
    // Without a working name server it times out instead.
    expect(['refused', 'timeout']).toContain(failure.fault)
  })
})
