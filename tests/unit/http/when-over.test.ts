import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { whenOver } from '../../../server/http/when-over.ts'
import { eventually } from '../../support/eventually.ts'
import { listenInTest } from '../../support/listen-in-test.ts'

async function startServer(answer: (response: ServerResponse) => void) {
  const told: string[] = []
  const began: string[] = []
  const server = createServer((request, response) => {
    const { url = '' } = request
    began.push(url)
    whenOver(response, () => told.push(url))
    answer(response)
  })
  const { port } = await listenInTest(server)
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined).resume()
  return { told, began, socket }
}

function requestFor(path: string) {
  return `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`
}

test('an answer that is sent is told of once, also when its connection then ends', async () => {
  const { told, socket } = await startServer((response) => response.end('x'))
  socket.write(requestFor('/1'))
  await eventually(() => expect(told).toEqual(['/1']))
  socket.write(requestFor('/2'))
  await eventually(() => expect(told).toEqual(['/1', '/2']))
  socket.destroy()
  await once(socket, 'close')
  expect(told).toEqual(['/1', '/2'])
})

test('V17: of requests that are sent without waiting for answers all are told of when their client leaves', async () => {
  const { told, began, socket } = await startServer(() => undefined)
  socket.write(['/1', '/2', '/3'].map(requestFor).join(''))
  await eventually(() => expect(began).toHaveLength(3))
  expect(told).toEqual([])
  socket.destroy()
  await eventually(() => expect(told.sort()).toEqual(['/1', '/2', '/3']))
})
