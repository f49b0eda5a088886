import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { limitConnections } from '../../../../server/http/connections.ts'
import { createRequestOrder } from '@site/runtime/requests'
import { eventually } from '../../../support/eventually.ts'
import { listenInTest } from '../../../support/listen-in-test.ts'

const get = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'

/** A server whose responses the test sends. */
async function startServer(
  bounds: Parameters<typeof limitConnections>[3],
  isExempt: (socket: Socket) => boolean = () => false,
) {
  const waiting: ServerResponse[] = []
  const server = createServer()
  const order = createRequestOrder(server)
  server.on(
    'request',
    order.inOrder((_request, response) => waiting.push(response)),
  )
  const pool = limitConnections(server, order, isExempt, bounds)
  const { port } = await listenInTest(server)

  async function open(localAddress = '127.0.0.1') {
    const socket = connect({ port, host: '127.0.0.1', localAddress })
    socket.on('error', () => undefined).resume()
    onTestFinished(() => void socket.destroy())
    await once(socket, 'connect')
    return socket
  }
  /** Opens a connection with a pending request. */
  async function openBusy(localAddress?: string) {
    const known = waiting.length
    const socket = await open(localAddress)
    socket.write(get)
    await eventually(() => expect(waiting).toHaveLength(known + 1))
    return socket
  }
  return { pool, open, openBusy, waiting }
}

const isOpen = (socket: Socket) => !socket.readableEnded && !socket.destroyed

test('V26: an address over its limit loses the connection that was idle longest; with none idle the new one is closed', async () => {
  const { pool, open, openBusy, waiting } = await startServer({
    total: 100,
    crowded: 90,
    perAddress: 4,
  })
  const first = await openBusy()
  const silent = await open()
  const second = await openBusy()
  waiting[1]?.end('x')
  const third = await openBusy()
  await eventually(() => expect(pool.size()).toBe(4))

  const fourth = await openBusy()
  await eventually(() => expect(isOpen(silent)).toBe(false))
  expect([first, second, third, fourth].map(isOpen)).toEqual([true, true, true, true])

  const fifth = await openBusy()
  await eventually(() => expect(isOpen(second)).toBe(false))
  const rejected = await open()
  await eventually(() => expect(isOpen(rejected)).toBe(false))
  expect([first, third, fourth, fifth].map(isOpen)).toEqual([true, true, true, true])

  // Another address has its own limit.
  const other = await openBusy('127.0.0.2')
  expect(isOpen(other)).toBe(true)
})

test('V26: connections of a trusted proxy are not limited', async () => {
  const { pool, openBusy } = await startServer(
    { total: 100, crowded: 90, perAddress: 2 },
    (socket) => socket.remoteAddress?.endsWith('127.0.0.3') === true,
  )
  for (let times = 0; times < 5; times++) await openBusy('127.0.0.3')
  expect(pool.size()).toBe(5)
})

test('V26: near the total limit, idle connections of any address are closed; a full server reports it', async () => {
  const { pool, open, openBusy } = await startServer({ total: 6, crowded: 4, perAddress: 6 })
  const idle = [await open('127.0.0.2'), await open('127.0.0.3')]
  await openBusy('127.0.0.4')
  await openBusy('127.0.0.5')
  await eventually(() => expect(pool.size()).toBe(4))
  await openBusy('127.0.0.6')
  await eventually(() => expect(idle.map(isOpen)).toEqual([false, true]))
  expect(pool.isFull()).toBe(false)
  await openBusy('127.0.0.7')
  await eventually(() => expect(idle.map(isOpen)).toEqual([false, false]))
  await openBusy('127.0.0.8')
  await openBusy('127.0.0.9')
  expect(pool.isFull()).toBe(true)
  const late = await open('127.0.0.10')
  await eventually(() => expect(isOpen(late)).toBe(false))
})
