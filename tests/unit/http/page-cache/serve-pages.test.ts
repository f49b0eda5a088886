import { once } from 'node:events'
import { createServer, request } from 'node:http'
import { connect } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { readResponse } from '../../../../server/http/page-cache/cached-response.ts'
import { createPageCache, type PageCache } from '../../../../server/http/page-cache/page-cache.ts'
import { createPageServer } from '../../../../server/http/page-cache/serve-pages.ts'
import { listenInTest } from '../../../support/listen-in-test.ts'

/** A server on a free port whose pages are made when the test says so. */
async function startPages() {
  const makings: ((body: string) => void)[] = []
  const pages = createPageCache({
    maximumBytes: 1_000_000,
    make: () =>
      new Promise((resolve) => {
        const headers = { 'content-type': 'text/html', 'cache-control': 's-maxage=60' }
        makings.push((body) => resolve(new Response(body, { headers })))
      }),
  })
  return { ...(await listen(pages)), makings }
}

/** A server of these pages on a free port. */
async function listen(pages: PageCache) {
  const sorry = await readResponse(
    new Response('sorry', { status: 503, headers: { 'retry-after': '10' } }),
  )
  const pageServer = createPageServer(
    pages,
    () => sorry,
    () => ({ kind: 'page', handle: {} }),
  )
  const server = createServer((asked, response) => {
    const page = pageServer.sendCached(asked, response)
    if (page === true) return
    if (page) void pageServer.make(asked, response, page)
    else response.writeHead(404).end()
  })
  return { server, ...(await listenInTest(server)) }
}

test('a page is made to its end although its only visitor has left', async () => {
  const { server, makings, url } = await startPages()
  const leaving = request(`${url}/News`)
  leaving.on('error', () => undefined)
  const connected = once(server, 'connection')
  leaving.end()
  const [socket] = await connected
  while (makings.length === 0) await nextTurn()
  const gone = once(socket, 'close')
  leaving.destroy()
  await gone
  makings[0]?.('the news')

  expect(await (await fetch(`${url}/News`)).text()).toBe('the news')
  expect(makings).toHaveLength(1)
})

test('a visitor who leaves takes nothing from those who wait with him', async () => {
  const { makings, url } = await startPages()
  const leaving = new AbortController()
  const left = fetch(`${url}/News`, { signal: leaving.signal }).catch(() => 'left')
  const staying = fetch(`${url}/News`)
  while (makings.length === 0) await nextTurn()
  leaving.abort()
  expect(await left).toBe('left')
  makings[0]?.('the news')
  expect(await (await staying).text()).toBe('the news')
})

test('visitors whose requests arrive together share a page that is in memory and kept nowhere', async () => {
  let made = 0
  const pages = createPageCache({
    maximumBytes: 0,
    make: () => {
      made += 1
      return Promise.resolve(new Response(`page ${made}`, { headers: { connection: 'close' } }))
    },
  })
  const { server, port } = await listen(pages)
  let accepted = 0
  server.on('connection', () => (accepted += 1))
  const sockets = Array.from({ length: 20 }, () => connect(port, '127.0.0.1').setEncoding('utf8'))
  while (accepted < sockets.length) await nextTurn()
  const answers = sockets.map(async (socket) => {
    socket.write('GET /News HTTP/1.1\r\nHost: site\r\n\r\n')
    const chunks: string[] = await socket.toArray()
    return chunks.join('').split('\r\n\r\n')[1]
  })
  expect(new Set(await Promise.all(answers))).toEqual(new Set(['page 1']))
  expect(made).toBe(1)
})

test.each([
  ['throws', () => Promise.reject(new Error('a fault of ours'))],
  ['answers 500', () => Promise.resolve(new Response('a stack', { status: 500 }))],
  ['answers 503 without a body', () => Promise.resolve(new Response(null, { status: 503 }))],
])('F01 a page whose making %s is the page that says sorry', async (_, make) => {
  const { url } = await listen(createPageCache({ maximumBytes: 1_000_000, make }))
  const answer = await fetch(`${url}/News`)
  expect([answer.status, await answer.text()]).toEqual([503, 'sorry'])
  expect(answer.headers.get('retry-after')).toBe('10')
})
