import { describe, expect, test } from 'vitest'
import { readBody } from '../../../app/content/loaders.server.ts'

/** A request with a body in pieces, and the number of pieces read. */
function createRequest(
  pieces: Iterable<Uint8Array | string>,
  headers: Record<string, string> = {},
) {
  const read = { pieces: 0 }
  const iterator = pieces[Symbol.iterator]()
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const next = iterator.next()
        if (next.done) return controller.close()
        read.pieces += 1
        controller.enqueue(Buffer.from(next.value))
      },
    },
    { highWaterMark: 0 },
  )
  const options: RequestInit & { duplex: 'half' } = {
    method: 'POST',
    body,
    headers,
    duplex: 'half',
  }
  return { request: new Request('https://site.example/page-view', options), read }
}

function* endless() {
  for (;;) yield 'x'.repeat(1_000)
}

describe('a body within the limit', () => {
  test('is read whole, in any number of pieces', async () => {
    const { request } = createRequest(['{"path":', '', '"/about"', '}'])
    expect(await readBody(request, 100)).toBe('{"path":"/about"}')
  })

  test('may have a character split between two pieces', async () => {
    const bytes = Buffer.from('تيار 👷')
    const { request } = createRequest([...bytes].map((byte) => Uint8Array.of(byte)))
    expect(await readBody(request, 100)).toBe('تيار 👷')
  })

  test('may be as long as the limit, in bytes, not characters', async () => {
    expect(await readBody(createRequest(['12345', '67890']).request, 10)).toBe('1234567890')
    expect(await readBody(createRequest(['تيار']).request, 8)).toBe('تيار')
    expect(await readBody(createRequest(['تيار']).request, 7)).toBeNull()
  })

  test('may be empty or missing', async () => {
    expect(await readBody(createRequest([]).request, 10)).toBe('')
    expect(await readBody(new Request('https://site.example/', { method: 'POST' }), 10)).toBe('')
    expect(await readBody(createRequest([]).request, 0)).toBe('')
  })
})

describe('a body over the limit', () => {
  test('by one byte is rejected', async () => {
    expect(await readBody(createRequest(['12345', '678901']).request, 10)).toBeNull()
  })

  test('without an end is read only up to the limit', async () => {
    const { request, read } = createRequest(endless())
    expect(await readBody(request, 8_192)).toBeNull()
    expect(read.pieces).toBe(9)
  })

  test('according to its Content-Length is not read at all', async () => {
    const { request, read } = createRequest(endless(), { 'content-length': '8193' })
    expect(await readBody(request, 8_192)).toBeNull()
    expect(read.pieces).toBe(0)
  })

  test('with an invalid Content-Length is measured', async () => {
    for (const length of ['', 'many', '-1', 'NaN']) {
      const { request } = createRequest(['12345'], { 'content-length': length })
      expect(await readBody(request, 10)).toBe('12345')
    }
    const { request } = createRequest(endless(), { 'content-length': 'few' })
    expect(await readBody(request, 8_192)).toBeNull()
  })
})

test('an aborted body rejects instead of returning part of the text', async () => {
  function* breaking() {
    yield '{"path":'
    throw new Error('aborted')
  }
  const { request } = createRequest(breaking())
  await expect(readBody(request, 100)).rejects.toThrow('aborted')
})
