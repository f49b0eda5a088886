import { once } from 'node:events'
import { createServer, request } from 'node:http'
import { connect } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { readResponse } from '../../../../server/http/page-cache/cached-response.ts'
import { MemoryPageCache, type PageCache } from '../../../../server/http/page-cache/page-cache.ts'
import { createPageServer } from '../../../../server/http/page-cache/serve-pages.ts'
import { listenInTest } from '../../../support/listen-in-test.ts'
import { siteRequest } from '../../../support/site-request.ts'

/** A server on a free port whose renders the test completes. */
async function startPages() {
  const renders: ((body: string) => void)[] = []
  const pages = new MemoryPageCache({
    maxBytes: 1_000_000,
    render: () =>
      new Promise((resolve) => {
        const headers = { 'content-type': 'text/html', 'cache-control': 's-maxage=60' }
        renders.push((body) => resolve(new Response(body, { headers })))
      }),
  })
  return { ...(await listen(pages)), renders }
}

/** A server of these pages on a free port. */
async function listen(pages: PageCache) {
  const fallback = await readResponse(
    new Response('fallback', { status: 503, headers: { 'retry-after': '10' } }),
  )
  const pageServer = createPageServer(pages, () => fallback)
  const server = createServer((incoming, response) => {
    const received = siteRequest(incoming, response)
    const page = pageServer.sendCached(received)
    if (page === true) return
    if (page) void pageServer.render(received, page)
    else response.writeHead(404).end()
  })
  return { server, ...(await listenInTest(server)) }
}

test('a render is completed after its only waiter has aborted', async () => {
  const { server, renders, url } = await startPages()
  const leaving = request(`${url}/News`)
  leaving.on('error', () => undefined)
  const connected = once(server, 'connection')
  leaving.end()
  const [socket] = await connected
  while (renders.length === 0) await nextTurn()
  const closed = once(socket, 'close')
  leaving.destroy()
  await closed
  renders[0]?.('the news')

  expect(await (await fetch(`${url}/News`)).text()).toBe('the news')
  expect(renders).toHaveLength(1)
})

test('a visitor who aborts does not affect the other waiters', async () => {
  const { renders, url } = await startPages()
  const leaving = new AbortController()
  const left = fetch(`${url}/News`, { signal: leaving.signal }).catch(() => 'left')
  const staying = fetch(`${url}/News`)
  while (renders.length === 0) await nextTurn()
  leaving.abort()
  expect(await left).toBe('left')
  renders[0]?.('the news')
  expect(await (await staying).text()).toBe('the news')
})

test('visitors whose requests arrive together share a render, even without a page cache', async () => {
  let renders = 0
  const pages = new MemoryPageCache({
    maxBytes: 0,
    render: () => {
      renders += 1
      return Promise.resolve(new Response(`page ${renders}`, { headers: { connection: 'close' } }))
    },
  })
  const { server, port } = await listen(pages)
  let accepted = 0
  server.on('connection', () => (accepted += 1))
  const sockets = Array.from({ length: 20 }, () => connect(port, '127.0.0.1').setEncoding('utf8'))
  while (accepted < sockets.length) await nextTurn()
  const bodies = sockets.map(async (socket) => {
    socket.write('GET /News HTTP/1.1\r\nHost: site\r\n\r\n')
    const chunks: string[] = await socket.toArray()
    return chunks.join('').split('\r\n\r\n')[1]
  })
  expect(new Set(await Promise.all(bodies))).toEqual(new Set(['page 1']))
  expect(renders).toBe(1)
})

test.each([
  ['that throws', () => Promise.reject(new Error('a fault of ours'))],
  ['with status 500', () => Promise.resolve(new Response('a stack', { status: 500 }))],
  ['with status 503 and no body', () => Promise.resolve(new Response(null, { status: 503 }))],
])('F01 a render %s results in the fallback page', async (_, render) => {
  const { url } = await listen(new MemoryPageCache({ maxBytes: 1_000_000, render }))
  const response = await fetch(`${url}/News`)
  expect([response.status, await response.text()]).toEqual([503, 'fallback'])
  expect(response.headers.get('retry-after')).toBe('10')
})
