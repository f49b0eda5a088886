import { expect, test } from 'vitest'
import { createResponseReader } from '../../scripts/bench/answer-reader.ts'

/** Reads what came in parts; null stands for a part after which the answer was not whole. */
function read(...parts: string[]) {
  const readPart = createResponseReader()
  return parts.map((part) => readPart(Buffer.from(part))?.status ?? null)
}

test('an answer ends where its length says, however it is cut', () => {
  const head = 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n'
  expect(read(`${head}12345`)).toEqual(['200'])
  expect(read(head.slice(0, 20), head.slice(20), '123', '45')).toEqual([null, null, null, '200'])
})

test('an answer of unknown length ends with its empty chunk, however that is cut', () => {
  const head = 'HTTP/1.1 200 \r\nTransfer-Encoding: chunked\r\n\r\n'
  expect(read(`${head}2\r\nab\r\n0\r\n\r\n`)).toEqual(['200'])
  expect(read(head, '2\r\nab\r\n', '0\r\n', '\r\n')).toEqual([null, null, null, '200'])
})

test('a 304 has no body, and the next answer on the connection is read anew', () => {
  const unchanged = 'HTTP/1.1 304 Not Modified\r\nETag: "x"\r\n\r\n'
  const whole = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'
  expect(read(unchanged, whole, unchanged)).toEqual(['304', '200', '304'])
})

test('bytes are counted with the head', () => {
  const answer = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'
  expect(createResponseReader()(Buffer.from(answer))?.bytes).toBe(answer.length)
})
