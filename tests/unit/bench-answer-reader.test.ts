import { expect, test } from 'vitest'
import { createResponseReader } from '../../scripts/bench/answer-reader.ts'

/** Reads parts; null for a part after which the response is incomplete. */
function read(...parts: string[]) {
  const readPart = createResponseReader()
  return parts.map((part) => readPart(Buffer.from(part))?.status ?? null)
}

test('a response ends after its Content-Length, however it is split', () => {
  const head = 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n'
  expect(read(`${head}12345`)).toEqual(['200'])
  expect(read(head.slice(0, 20), head.slice(20), '123', '45')).toEqual([null, null, null, '200'])
})

test('a chunked response ends with its last chunk, however that is split', () => {
  const head = 'HTTP/1.1 200 \r\nTransfer-Encoding: chunked\r\n\r\n'
  expect(read(`${head}2\r\nab\r\n0\r\n\r\n`)).toEqual(['200'])
  expect(read(head, '2\r\nab\r\n', '0\r\n', '\r\n')).toEqual([null, null, null, '200'])
})

test('a 304 has no body, and the next response on the connection is separate', () => {
  const unchanged = 'HTTP/1.1 304 Not Modified\r\nETag: "x"\r\n\r\n'
  const whole = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'
  expect(read(unchanged, whole, unchanged)).toEqual(['304', '200', '304'])
})

test('the bytes of the head count', () => {
  const response = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'
  expect(createResponseReader()(Buffer.from(response))?.bytes).toBe(response.length)
})
