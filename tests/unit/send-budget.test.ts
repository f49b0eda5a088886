import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { FairSendBudget, sendLimits, type SendLimits } from '../../server/limits/send-budget.ts'
import { eventually } from '../support/eventually.ts'
import { listenInTest } from '../support/listen-in-test.ts'

/** More than the buffers of a connection hold. */
const piece = Buffer.alloc(8 * 1024 * 1024)
const graceMs = 10_000

/** A server that sends without an end, and clients that read as the test says. */
async function start(limits: Partial<SendLimits>) {
  const clock = { ms: 0 }
  const budget = new FairSendBudget({ ...sendLimits.documents, ...limits }, () => clock.ms)
  const responses: ServerResponse[] = []
  const server = createServer((_, response) => void responses.push(response))
  const { port } = await listenInTest(server)

  /** @param client null for one without limits */
  async function begin(client: string | null, bytes?: Buffer) {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined)
    socket.resume()
    onTestFinished(() => void socket.destroy())
    const count = responses.length
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
    await eventually(() => expect(responses.length).toBe(count + 1))
    const response = responses.at(-1)
    if (!response) throw new Error('There is no response.')
    const refusal = budget.admit(client, response, bytes && { etag: String(bytes.length), bytes })
    return { refusal, socket, response, send: () => response.write(piece) }
  }
  return { clock, budget, begin }
}

function isCut({ response }: { response: ServerResponse }) {
  return response.destroyed
}

test('V36: a client has a share, and gets the next response when one of its own ends', async () => {
  const { budget, begin } = await start({ perClient: 2 })
  const [first] = [await begin('a'), await begin('a')]
  expect((await begin('a')).refusal).toBe('client')
  expect((await begin('b')).refusal).toBeNull()
  first.socket.destroy()
  await once(first.response, 'close')
  expect((await begin('a')).refusal).toBeNull()
  expect(budget.used()).toBe(3)
})

test('V36: those that do not read leave for others, one for each, and readers and those without content stay', async () => {
  const { clock, begin } = await start({ all: 4 })
  const [reader, silent, silentToo, waiting] = [
    await begin(null),
    await begin(null),
    await begin(null),
    await begin(null),
  ]
  for (const { socket } of [silent, silentToo]) socket.pause()
  for (const each of [reader, silent, silentToo]) each.send()
  // All are given time to begin.
  expect((await begin(null)).refusal).toBe('busy')
  await eventually(() => expect(reader.response.writableLength).toBe(0))
  // At first all seem to read: what they had was sent.
  clock.ms += graceMs
  expect((await begin(null)).refusal).toBe('busy')
  clock.ms += graceMs
  reader.send()
  expect((await begin(null)).refusal).toBeNull()
  expect((await begin(null)).refusal).toBeNull()
  expect((await begin(null)).refusal).toBe('busy')
  expect([reader, silent, silentToo, waiting].map(isCut)).toEqual([false, true, true, false])
})

test('V36: nobody leaves while no one waits, and a reader that has become slow leaves when one does', async () => {
  const { clock, begin } = await start({ all: 1 })
  const reader = await begin(null)
  reader.send()
  await eventually(() => expect(reader.response.writableLength).toBe(0))
  reader.socket.pause()
  reader.send()
  clock.ms += graceMs
  expect((await begin(null)).refusal).toBe('busy')
  clock.ms += 10 * graceMs
  expect(isCut(reader)).toBe(false)
  expect((await begin(null)).refusal).toBeNull()
  expect(isCut(reader)).toBe(true)
})

test('V36: two clients that have everything leave some of it to a third, however fast they read', async () => {
  const { begin } = await start({ all: 3, perClient: 2 })
  const held = [await begin('a'), await begin('a'), await begin('b')]
  expect((await begin('c')).refusal).toBeNull()
  expect(held.map(isCut)).toEqual([false, true, false])
  // Each has one: who has one already waits.
  expect((await begin('a')).refusal).toBe('busy')
  expect((await begin('d')).refusal).toBe('busy')
})

test('V42: clients of one network count together, and take nothing from slow ones of smaller networks', async () => {
  const { clock, begin } = await start({ all: 4, perClient: 1 })
  const slow = await begin('198.51.100.1')
  slow.socket.pause()
  slow.send()
  const many = [await begin('203.0.113.1'), await begin('203.0.113.2'), await begin('203.0.113.3')]
  // At first it seems to read.
  clock.ms += graceMs
  expect((await begin('203.0.113.4')).refusal).toBe('busy')
  clock.ms += graceMs
  expect((await begin('203.0.113.4')).refusal).toBe('busy')
  expect([slow, ...many].map(isCut)).toEqual([false, false, false, false])
  expect((await begin('192.0.2.1')).refusal).toBeNull()
  expect(isCut(slow)).toBe(true)
  expect((await begin('192.0.3.1')).refusal).toBeNull()
  expect(many.map(isCut)).toEqual([false, false, true])
})

test('V24 V36: a file sent to several clients counts once, until all have finished', async () => {
  const { budget, begin } = await start({ all: 100, perClient: 60 })
  const [large, other, small] = [Buffer.alloc(60), Buffer.alloc(50), Buffer.alloc(10)]
  const [one, again] = [await begin('a', large), await begin('b', large)]
  expect(budget.used()).toBe(60)
  expect((await begin('a', small)).refusal).toBe('client')
  expect((await begin('c', small)).refusal).toBeNull()
  one.socket.destroy()
  await once(one.response, 'close')
  expect(budget.find('60')?.bytes).toBe(large)
  // The file is in memory until its last client has left.
  expect((await begin('d', other)).refusal).toBeNull()
  expect(isCut(again)).toBe(true)
  expect(budget.find('60')).toBeUndefined()
  expect(budget.used()).toBe(60)
})
