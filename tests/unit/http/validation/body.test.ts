import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import {
  readBody,
  type BodyOrFault,
} from '../../../../server/http/validation/request-validation.ts'
import { listenInTest } from '../../../support/listen-in-test.ts'
import { sendRaw } from '../../../support/raw-request.ts'

/** Sends a body in chunks, and returns the results of reading it. */
async function read(pieces: Buffer[], limit: number, timeoutMs?: number) {
  const results: BodyOrFault[] = []
  const server = createServer((request, response) => {
    response.shouldKeepAlive = false
    void readBody(request, limit, timeoutMs).then((result) => {
      results.push(result)
      response.end()
      request.resume()
    })
  })
  const { url } = await listenInTest(server)
  const chunks = pieces.flatMap((piece) => [`${piece.length.toString(16)}\r\n`, piece, '\r\n'])
  const head = 'POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n'
  const end = timeoutMs === undefined ? '0\r\n\r\n' : ''
  await sendRaw(url, head, ...chunks, end)
  return results
}

test('V10: a body in any pieces is read unchanged, up to its limit', async () => {
  const pieces = [1, 1, 2, 5_000, 1, 60_000, 7, 1].map((length) => randomBytes(length))
  const body = Buffer.concat(pieces)
  expect(await read(pieces, body.length)).toEqual([{ body }])
  expect(await read(pieces, 2 * body.length)).toEqual([{ body }])
  expect(await read(pieces, body.length - 1)).toEqual([{ fault: 413 }])
  expect(await read([], 10)).toEqual([{ body: Buffer.alloc(0) }])
})

test('V10: a body that does not end gets 408 after a timeout', async () => {
  expect(await read([Buffer.from('a')], 10, 50)).toEqual([{ fault: 408 }])
})
