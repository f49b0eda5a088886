import type { Socket } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import * as fc from 'fast-check'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createReplyLimit, SharedCache } from '../../server/shared-cache/shared-cache.ts'
import { findDifferences } from '../../server/shared-cache/shared-checks.ts'
import { createSharedPurges } from '../../server/shared-cache/shared-purges.ts'
import { eventually } from '../support/eventually.ts'
import { collectLog } from '../support/logged.ts'
import { startRawServer } from '../support/raw-server.ts'
import { hasRedis, startRedis } from '../support/redis-server.ts'
import { isWholeRun, sized } from '../support/test-size.ts'

const mb = 1024 * 1024

/** Writes without end, as fast as the other side reads, until it closes. */
function flood(socket: Socket, head: string, piece: string | Buffer) {
  socket.write(head)
  const writeMore = () => {
    while (!socket.destroyed && socket.write(piece));
  }
  socket.on('drain', writeMore)
  writeMore()
}

const reply =
  (head: string, piece = '', count = 0) =>
  (socket: Socket) =>
    void socket.write(head + piece.repeat(count))

/** What a server sends in place of a reply. */
const shapes: [name: string, send: (socket: Socket) => void][] = [
  ['60,000 nested arrays', reply('', '*1\r\n', 60_000)],
  ['nested arrays of two, half of them open', reply('', '*2\r\n:1\r\n', 60_000)],
  ['a string announced with 2 GB', (socket) => flood(socket, '$2147483648\r\n', Buffer.alloc(mb))],
  ['an array announced with 2^31 entries', reply('*2147483648\r\n')],
  ['an array announced with 2^32 entries', reply('*4294967296\r\n')],
  ['an array of lengths beyond numbers', reply('*99999999999999999999\r\n')],
  [
    'a hash of 300,000 fields',
    (socket) => flood(socket, '*600000\r\n', '$1\r\na\r\n'.repeat(9_999)),
  ],
  ['300 strings of 1 MB', (socket) => flood(socket, '*300\r\n', `$${mb}\r\n${'x'.repeat(mb)}\r\n`)],
  ['errors without end', (socket) => flood(socket, '', '-ERR \u001b[31m no\r\n'.repeat(9_999))],
  ['statuses without end', (socket) => flood(socket, '', '+OK\r\n'.repeat(9_999))],
  ['a status that never ends', (socket) => flood(socket, '+', 'x'.repeat(mb))],
  ['a number that never ends', (socket) => flood(socket, ':', '9'.repeat(mb))],
  ['a length of letters', reply('$abc\r\n')],
  ['no protocol', reply('HTTP/1.1 400 Bad Request\r\n\r\n')],
]

/** A server that replies to the client's first commands rightly, then sends this to each. */
async function startHostile(send: (socket: Socket) => void, isHostileAtOnce: boolean) {
  let connections = 0
  const { url } = await startRawServer((socket) => {
    connections += 1
    onTestFinished(() => void socket.destroy())
    socket.on('data', (bytes) => {
      const isGood = !isHostileAtOnce && !/hmget/i.test(bytes.toString())
      const commands = bytes.toString().match(/\*\d+\r\n\$/g) ?? []
      if (isGood) for (const _ of commands) socket.write('+OK\r\n')
      else send(socket)
    })
  })
  const times = { command: 200, round: 10, maxReconnect: 50, start: 500 }
  const cache = new SharedCache(url.replace('http', 'redis'), 'test', times)
  onTestFinished(() => cache.close())
  createSharedPurges(cache, { recentMs: 1_000, onPurge: () => undefined })
  return { cache, connections: () => connections }
}

describe.each([
  ['at its first reply', true],
  ['once it was joined', false],
])('F57: a shared cache that sends, %s,', (_, isHostileAtOnce) => {
  test.each(shapes)('%s: is left, in bounded memory, and goes on alone', async (_name, send) => {
    const { factsOf } = collectLog()
    const before = process.memoryUsage().rss
    let largest = before
    const { cache, connections } = await startHostile(send, isHostileAtOnce)
    const commands: Promise<unknown>[] = []
    // It connects again and again.
    await eventually(async () => {
      commands.push(cache.run((client) => client.get('key')))
      largest = Math.max(largest, process.memoryUsage().rss)
      await turn()
      expect(connections()).toBeGreaterThanOrEqual(3)
    })
    expect((await Promise.all(commands)).filter((value) => typeof value !== 'string')).toEqual(
      expect.arrayContaining([undefined]),
    )
    const causes = factsOf('shared cache unavailable').map(({ error }) => String(error))
    expect(causes.length).toBeGreaterThan(0)
    expect(causes.length).toBeLessThanOrEqual(2)
    expect(new Set(causes).size, 'each once').toBe(causes.length)
    for (const cause of causes) expect(cause.length).toBeLessThan(300)
    expect(largest - before).toBeLessThan(64 * mb)
  })
})

const { reply: anyReply } = fc.letrec<{ reply: string }>((tie) => ({
  reply: fc.oneof(
    { maxDepth: 6, withCrossShrink: true },
    fc.string({ maxLength: 30 }),
    fc
      .tuple(fc.constantFrom(...'+-:_#,(=%~>|'), fc.string({ maxLength: 30 }))
      .map(([type, text]) => `${type}${text}\r\n`),
    // A length that is right, or not.
    fc
      .tuple(fc.string({ maxLength: 30 }), fc.constantFrom(0, 0, 0, 1, -1, -31, 2_000_000_000))
      .map(([text, lie]) => `$${Buffer.byteLength(text) + lie}\r\n${text}\r\n`),
    fc
      .tuple(fc.array(tie('reply'), { maxLength: 5 }), fc.constantFrom(0, 0, 0, 1, -1, 1e9))
      .map(([parts, lie]) => `*${parts.length + lie}\r\n${parts.join('')}`),
  ),
}))

test.runIf(isWholeRun)(
  'F57: replies that are almost right, one after another, end nothing and take bounded memory',
  async () => {
    collectLog()
    const replies = fc.sample(anyReply, { numRuns: sized(400), seed: 57 })
    const before = process.memoryUsage().rss
    const { cache } = await startHostile((socket) => void socket.write(replies.pop() ?? ''), false)
    await eventually(async () => {
      // What is read may be anything; that it is read in time is what counts.
      await Promise.all(
        Array.from({ length: 8 }, () => cache.run((client) => client.hmget('key', 'a'))),
      )
      expect(replies).toHaveLength(0)
    }, 80_000)
    expect(process.memoryUsage().rss - before).toBeLessThan(64 * mb)
  },
  90_000,
)

test('F57: purges without end are applied together, and the last of them is not lost', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const onPurge = vi.fn()
  let purge = 0
  const commands = { hmget: async () => [`${Date.now().toString(36)}.${purge}`] }
  let runRound: (client: never) => Promise<unknown> = () => Promise.resolve()
  const cache = {
    run: async () => undefined,
    onRound: (round: typeof runRound) => (runRound = round),
  }
  createSharedPurges(cache, { recentMs: 1_000, onPurge })
  for (; purge < 100; purge += 1) await runRound(commands as never)
  expect(onPurge).toHaveBeenCalledTimes(20)
  vi.advanceTimersByTime(5_000)
  await runRound(commands as never)
  await runRound(commands as never)
  expect(onPurge).toHaveBeenCalledTimes(21)
})

test.runIf(hasRedis)('F57: marks that are added without end are forgotten', async () => {
  const { client } = await startRedis()
  const marks = Array.from({ length: 1_000 }, (_, at): [string, number] => [`mark ${at}`, 1])
  await client.hset('secrets', new Map(marks))
  expect(await findDifferences(client, 'a secret', true)).toEqual([])
  expect(await client.hlen('secrets')).toBe(1)
})

test('F57: a reply that drips is not waited for on the same connection', async () => {
  const { cache, connections } = await startHostile((socket) => {
    socket.write('$1000000\r\n')
    const drip = setInterval(() => socket.write('x'), 5)
    socket.once('close', () => clearInterval(drip))
  }, false)
  // The next connection is joined for a moment, too: its first replies are right.
  await eventually(() => {
    expect(connections()).toBeGreaterThanOrEqual(2)
    expect(cache.isJoined()).toBe(false)
  })
})

describe('F57: replies within the limits', () => {
  const value = `$${mb}\r\n${'\r\n'.repeat(mb / 2)}\r\n`
  const good = `+OK\r\n:-12\r\n$-1\r\n*-1\r\n*0\r\n$0\r\n\r\n-ERR no\r\n*2\r\n*1\r\n:1\r\n$2\r\n*9\r\n${value}`

  test.each([1, 7, 65_536])('are accepted in any number, in pieces of %i bytes', (size) => {
    const accepts = createReplyLimit()
    const bytes = Buffer.from(size === 1 ? good.replace(value, '') : good.repeat(3))
    for (let at = 0; at < bytes.length; at += size) {
      if (!accepts(bytes.subarray(at, at + size))) throw new Error(`Rejected at ${at}`)
    }
  })

  test('one more byte, or value, is not', () => {
    expect(createReplyLimit()(Buffer.from(`$${mb + 65 * 1024}\r\n`))).toBe(false)
    expect(createReplyLimit()(Buffer.from('*1000\r\n'))).toBe(false)
    expect(createReplyLimit()(Buffer.from('*999\r\n'))).toBe(true)
  })
})
