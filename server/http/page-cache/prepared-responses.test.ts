import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { createRequestOrder } from '@site/runtime/requests'
import { expect, test } from 'vitest'
import { listenInTest } from '../../../tests/support/listen-in-test.ts'
import { PreparedResponses, type Sendable } from './prepared-responses.ts'

const fields = ['Content-Type', 'text/html; charset=utf-8', 'X-Empty', '']
const body = Buffer.from('<p>قاطع</p>'.repeat(20_000))
const sendables: Record<string, Sendable> = {
  whole: { status: 200, fields: [...fields, 'Content-Length', String(body.length)], body },
  head: { status: 200, fields: [...fields, 'Content-Length', String(body.length)], body: null },
  unchanged: { status: 304, fields: ['ETag', '"a"'], body: null },
  missing: { status: 404, fields: [...fields, 'Content-Length', '0'], body: Buffer.alloc(0) },
}

/** A server that sends the same by Node's own methods or prepared, as the path says. */
async function startServer() {
  const prepared = new PreparedResponses(65_000)
  const states: Pick<ServerResponse, 'headersSent' | 'writableEnded' | 'writableFinished'>[] = []
  const results: boolean[] = []
  const server = createServer({ keepAliveTimeout: 65_000 })
  const serve = (request: IncomingMessage, response: ServerResponse) => {
    const [, how, name = ''] = (request.url ?? '').split('/')
    const sendable = sendables[name]
    if (!sendable) return void response.end()
    response.once('close', () => {
      const { headersSent, writableEnded, writableFinished } = response
      states.push({ headersSent, writableEnded, writableFinished })
    })
    if (how === 'prepared') {
      const isSent = prepared.send(response, sendable, 'page; hit', 7)
      results.push(isSent)
      if (isSent) return
    }
    response.writeHead(sendable.status, [
      ...sendable.fields,
      ...['Cache-Status', 'page; hit', 'Age', '7'],
    ])
    response.end(sendable.body ?? undefined)
  }
  // Requests follow one another, as on the site.
  server.on('request', createRequestOrder(server).inOrder(serve))
  const { url } = await listenInTest(server)
  /** Sends requests over one connection, and closes it with the last. @returns all bytes, without times */
  async function exchange(...requests: string[]) {
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    const last = 'GET /other HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'
    socket.write(requests.join('') + last)
    return (await buffer(socket)).toString('latin1').replace(/^Date: .*$/gm, 'Date')
  }
  return { exchange, states, results }
}

const get = (path: string, method = 'GET', more = '') =>
  `${method} ${path} HTTP/1.1\r\nHost: a\r\n${more}\r\n`

test.each([
  ['GET', 'whole'],
  ['HEAD', 'head'],
  ['GET', 'unchanged'],
  ['GET', 'missing'],
])('the bytes of %s %s are those of Node, and so is what is left behind', async (method, name) => {
  const { exchange, states, results } = await startServer()
  const twice = (how: string) => exchange(...[1, 2].map(() => get(`/${how}/${name}`, method)))
  expect(await twice('prepared')).toBe(await twice('node'))
  expect(results).toEqual([true, true])
  expect(new Set(states.map((state) => JSON.stringify(state))).size).toBe(1)
  expect(states).toHaveLength(4)
})

test.each([
  ['HTTP/1.0', 'GET /prepared/whole HTTP/1.0\r\n\r\n'],
  [
    'a client that waits to be told to go on',
    get('/prepared/whole', 'GET', 'Expect: 100-continue\r\n'),
  ],
  ['a connection that closes', get('/prepared/whole', 'GET', 'Connection: close\r\n')],
])('%s is left to Node', async (_, request) => {
  const { exchange, results } = await startServer()
  expect(await exchange(request)).toContain(body.toString('latin1'))
  expect(results).toEqual([false])
})
