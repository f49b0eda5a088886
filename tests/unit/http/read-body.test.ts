import { describe, expect, test } from 'vitest'
import { readBody } from '../../../server/http/read-body.ts'

/** A request whose body comes in pieces, and how many of them were taken. */
function createRequest(
  pieces: Iterable<Uint8Array | string>,
  headers: Record<string, string> = {},
) {
  const taken = { pieces: 0 }
  const iterator = pieces[Symbol.iterator]()
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const next = iterator.next()
        if (next.done) return controller.close()
        taken.pieces += 1
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
  return { request: new Request('https://site.example/page-view', options), taken }
}

function* endless() {
  for (;;) yield 'x'.repeat(1_000)
}

describe('a body within the limit', () => {
  test('is read whole, in how many pieces it ever comes', async () => {
    const { request } = createRequest(['{"path":', '', '"/about"', '}'])
    expect(await readBody(request, 100)).toBe('{"path":"/about"}')
  })

  test('may have its letters cut apart between two pieces', async () => {
    const bytes = Buffer.from('تيار 👷')
    const { request } = createRequest([...bytes].map((byte) => Uint8Array.of(byte)))
    expect(await readBody(request, 100)).toBe('تيار 👷')
  })

  test('may reach the limit, in bytes and not in letters', async () => {
    expect(await readBody(createRequest(['12345', '67890']).request, 10)).toBe('1234567890')
    expect(await readBody(createRequest(['تيار']).request, 8)).toBe('تيار')
    expect(await readBody(createRequest(['تيار']).request, 7)).toBeNull()
  })

  test('may be empty or not there', async () => {
    expect(await readBody(createRequest([]).request, 10)).toBe('')
    expect(await readBody(new Request('https://site.example/', { method: 'POST' }), 10)).toBe('')
    expect(await readBody(createRequest([]).request, 0)).toBe('')
  })

  test('that is not UTF-8 is text all the same, never an error', async () => {
    const { request } = createRequest([Uint8Array.of(0x61, 0xff, 0xfe, 0x62)])
    expect(await readBody(request, 10)).toBe('a\ufffd\ufffdb')
  })
})

describe('a body over the limit', () => {
  test('by one byte is none', async () => {
    expect(await readBody(createRequest(['12345', '678901']).request, 10)).toBeNull()
  })

  test('without an end is not read on', async () => {
    const { request, taken } = createRequest(endless())
    expect(await readBody(request, 8_192)).toBeNull()
    expect(taken.pieces).toBe(9)
  })

  test('that says so beforehand is not read at all', async () => {
    const { request, taken } = createRequest(endless(), { 'content-length': '8193' })
    expect(await readBody(request, 8_192)).toBeNull()
    expect(taken.pieces).toBe(0)
  })

  test('that says less than it sends is found out', async () => {
    const { request } = createRequest(endless(), { 'content-length': '5' })
    expect(await readBody(request, 8_192)).toBeNull()
  })

  test('that says nonsense of its length is counted', async () => {
    for (const length of ['', 'many', '-1', 'NaN']) {
      const { request } = createRequest(['12345'], { 'content-length': length })
      expect(await readBody(request, 10)).toBe('12345')
    }
    const { request } = createRequest(endless(), { 'content-length': 'few' })
    expect(await readBody(request, 8_192)).toBeNull()
  })
})

test('a body that breaks off is an error for the caller, not half a text', async () => {
  function* breaking() {
    yield '{"path":'
    throw new Error('the visitor went away')
  }
  const { request } = createRequest(breaking())
  await expect(readBody(request, 100)).rejects.toThrow('the visitor went away')
})
