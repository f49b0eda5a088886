import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test, vi } from 'vitest'
import { sendStream } from '../../../server/http/remix-request.ts'
import { log } from '@site/runtime/log'
import { eventually } from '../../support/eventually.ts'
import { listenInTest } from '../../support/listen-in-test.ts'
import { siteRequest } from '../../support/site-request.ts'

const partSize = 64 * 1024

/** A server that sends a body of parts, made when they are needed; the part at `failsAt` fails. */
async function startStream({ parts = 20, failsAt = Infinity } = {}) {
  const state = { made: 0, cancelled: 0 }
  const part = Buffer.alloc(partSize, 'Rated current: 63 A; ')
  function body() {
    return new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          if (state.made === failsAt) throw new Error('The content is unavailable')
          if (state.made === parts) return controller.close()
          state.made += 1
          controller.enqueue(part)
        },
        cancel: () => void (state.cancelled += 1),
      },
      { highWaterMark: 0 },
    )
  }
  const responses: ServerResponse[] = []
  const server = createServer((request, response) => {
    responses.push(response)
    const headers = { 'Content-Type': 'application/json' }
    const isHead = request.method === 'HEAD'
    void sendStream(
      siteRequest(request, response),
      new Response(isHead ? null : body(), { headers }),
    )
  })
  const { url } = await listenInTest(server)
  return { url, state, responses, whole: Buffer.concat(Array<Buffer>(parts).fill(part)) }
}

function ask(url: string, encoding: string, method = 'GET') {
  return new Promise<IncomingMessage>((resolve, reject) => {
    const headers = { 'accept-encoding': encoding }
    get(url, { agent: false, headers, method }, resolve).on('error', reject)
  })
}

test.each([
  ['identity', (bytes: Buffer) => bytes],
  ['gzip', gunzipSync],
  ['br', brotliDecompressSync],
])('a file arrives whole in the content encoding %s', async (encoding, decode) => {
  const { url, whole } = await startStream()
  const response = await ask(url, encoding)
  expect(response.headers['content-encoding'] ?? 'identity').toBe(encoding)
  expect(decode(await buffer(response)).equals(whole)).toBe(true)
})

test('no more is made than the client reads, and nothing after it has left', async () => {
  const { url, state } = await startStream({ parts: 10_000 })
  const response = await ask(url, 'identity')
  response.pause()
  // The buffers of both sockets fill up; then the server waits.
  let before = -1
  await eventually(() => {
    const isWaiting = state.made === before
    before = state.made
    expect(isWaiting).toBe(true)
  })
  expect(state.made).toBeLessThan(500)
  response.destroy()
  await eventually(() => expect(state.cancelled).toBe(1))
})

test.each(['identity', 'gzip'])(
  'a file that fails halfway is cut off, not ended, and the failure is logged: %s',
  async (encoding) => {
    const logged = vi.spyOn(log, 'error').mockReturnValue()
    const { url } = await startStream({ failsAt: 12 })
    const response = await ask(url, encoding).catch(() => null)
    // Nothing may have been sent yet: then there is no response at all.
    if (response) await expect(buffer(response)).rejects.toThrow('aborted')
    expect(logged).toHaveBeenCalledExactlyOnceWith(
      { path: '/', error: 'Error: The content is unavailable' },
      'request failed halfway',
    )
    logged.mockRestore()
  },
)

test('V36: a file whose client leaves for another one is cut off, which is no error', async () => {
  const logged = vi.spyOn(log, 'error').mockReturnValue()
  const { url, state, responses } = await startStream({ parts: 10_000 })
  const response = await ask(url, 'identity')
  response.pause()
  responses[0]?.destroy()
  await eventually(() => expect(state.cancelled).toBe(1))
  await expect(buffer(response)).rejects.toThrow('aborted')
  expect(logged).not.toHaveBeenCalled()
  logged.mockRestore()
})

test('a response without a body is sent as it is', async () => {
  const { url, state } = await startStream()
  const response = await ask(url, 'gzip', 'HEAD')
  expect(response.headers['content-type']).toBe('application/json')
  expect(response.headers['content-encoding']).toBeUndefined()
  expect(state.made).toBe(0)
})
