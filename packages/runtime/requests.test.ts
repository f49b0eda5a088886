import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createRequestOrder, readRange } from './requests.ts'
import { closed } from '../../tests/support/closed.ts'
import { eventually } from '../../tests/support/eventually.ts'
import { listenInTest } from '../../tests/support/listen-in-test.ts'

/** A server whose requests the test handles, and a connection to it. */
async function startServer() {
  const handled: { request: IncomingMessage; response: ServerResponse }[] = []
  const server = createServer()
  const order = createRequestOrder(server)
  server.on(
    'request',
    order.inOrder((request, response) => handled.push({ request, response })),
  )
  const { port } = await listenInTest(server)
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  const received: string[] = []
  socket.on('data', (part) => received.push(part.toString('latin1')))
  await once(socket, 'connect')
  const urls = () => handled.map(({ request }) => request.url)
  return { handled, urls, socket, received: () => received.join(''), order, server }
}

function get(path: string) {
  return `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`
}

test('V25: pipelined requests are handled one after the other', async () => {
  const { handled, urls, socket } = await startServer()
  socket.write(get('/1') + get('/2') + get('/3'))
  await eventually(() => expect(urls()).toEqual(['/1']))
  handled[0]?.response.end('1')
  await eventually(() => expect(urls()).toEqual(['/1', '/2']))
  handled[1]?.response.end('2')
  await eventually(() => expect(urls()).toEqual(['/1', '/2', '/3']))
})

test('V23: no request is handled after a response that closes the connection', async () => {
  const { handled, urls, socket, received } = await startServer()
  socket.write(get('/1') + get('/2').repeat(500))
  await eventually(() => expect(urls()).toEqual(['/1']))
  handled[0]?.response.writeHead(200, { Connection: 'close' }).end('1')
  await closed(socket)
  expect(received()).toMatch(/^HTTP\/1\.1 200 OK\r\n[\s\S]*\r\n\r\n1\r\n1\r\n0\r\n\r\n$/)
  expect(urls()).toEqual(['/1'])
})

test('V23: a client that is still sending gets the whole response that closes the connection', async () => {
  const { handled, socket, received } = await startServer()
  socket.pause()
  socket.write(get('/1') + get('/2').repeat(40_000))
  await eventually(() => expect(handled).toHaveLength(1))
  // More than its receive buffer.
  const body = 'x'.repeat(500_000)
  const response = handled[0]?.response.writeHead(200, { Connection: 'close' }).end(body)
  await once(response ?? socket, 'close')
  socket.resume()
  await closed(socket)
  expect(received().length).toBeGreaterThan(body.length)
})

test('a client that neither reads the last response nor closes is closed after a second', async () => {
  const { handled, socket } = await startServer()
  socket.pause()
  socket.write(get('/1'))
  await eventually(() => expect(handled).toHaveLength(1))
  const serverSocket = handled[0]?.request.socket
  handled[0]?.response.writeHead(200, { Connection: 'close' }).end('1')
  await eventually(() => expect(serverSocket?.destroyed).toBe(true))
})

test('V10: a client that goes on sending after the last response is reset after ten seconds, not before', async () => {
  const { handled, socket } = await startServer()
  // It does not read that the connection ends.
  socket.pause()
  socket.on('error', () => undefined)
  socket.write(get('/1'))
  await eventually(() => expect(handled).toHaveLength(1))
  const { request, response } = handled[0] ?? {}
  vi.useFakeTimers({ toFake: ['setInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  response?.writeHead(413, { Connection: 'close' }).end('1')
  await eventually(() => expect(vi.getTimerCount()).toBe(1))
  for (let second = 1; second <= 10; second++) {
    expect(request?.socket.destroyed, `in second ${second}`).toBe(false)
    const read = request?.socket.bytesRead ?? 0
    socket.write('more')
    await eventually(() => expect(request?.socket.bytesRead).toBeGreaterThan(read))
    vi.advanceTimersByTime(1_000)
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect(request?.socket.destroyed).toBe(true)
})

test('V25: the bytes of later requests stay unread until earlier ones have their responses', async () => {
  const { handled, socket } = await startServer()
  const count = 20_000
  socket.write(get('/').repeat(count))
  await eventually(() => expect(handled).toHaveLength(1))
  const { request } = handled[0] ?? {}
  await eventually(() => expect(request?.socket.isPaused()).toBe(true))
  expect(request?.socket.bytesRead).toBeLessThan(256 * 1024)
  let responses = 0
  while (responses < count) {
    const due = handled.splice(0)
    for (const { response } of due) response.end()
    responses += due.length
    await new Promise((resolve) => setImmediate(resolve))
  }
})

test('a client that aborts closes its pending response', async () => {
  const { handled, socket, order } = await startServer()
  socket.write(get('/1') + get('/2'))
  await eventually(() => expect(handled).toHaveLength(1))
  const isClosed = once(handled[0]?.response ?? socket, 'close')
  expect(order.find(handled[0]?.request.socket)?.isIdle()).toBe(false)
  socket.resetAndDestroy()
  handled[0]?.response.end('late')
  await isClosed
  expect(handled).toHaveLength(1)
})

test('V35: the event loop goes on to others between the responses of a client that pipelines', async () => {
  const events: string[] = []
  const server = createServer()
  const order = createRequestOrder(server, () => 'a')
  server.on(
    'request',
    order.inOrder((_, response) => {
      events.push('request')
      response.end()
      setImmediate(() => events.push('turn'))
    }),
  )
  const { port } = await listenInTest(server)
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  socket.resume().write(get('/').repeat(50))
  await eventually(() => expect(events).toHaveLength(100))
  expect(events.join(' ')).toBe(Array(50).fill('request turn').join(' '))
})

test.each([
  ['bytes=0-9', { start: 0, end: 9 }],
  ['bytes=90-', { start: 90, end: 99 }],
  ['bytes=90-1000', { start: 90, end: 99 }],
  ['bytes=-10', { start: 90, end: 99 }],
  ['bytes=-1000', { start: 0, end: 99 }],
  ['bytes=100-', 'none'],
  ['bytes=99999999999999999999999-', 'none'],
  ['bytes=-0', 'none'],
  ['bytes=9-5', null],
  ['bytes=-', null],
  ['bytes=0-1,5-6', null],
  ['bytes=a-b', null],
  ['bytes=-1-5', null],
  ['items=0-5', null],
  ['', null],
])('V15 the range %j of 100 bytes is %j', (range, part) => {
  expect(readRange(range, 100)).toEqual(part)
})
