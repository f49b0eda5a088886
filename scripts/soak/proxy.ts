import { once } from 'node:events'
import { Agent, createServer, request as ask, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Of one server behind the proxy. */
export interface Upstream {
  port: number
  /** Where its operators' listener is. */
  adminPort: number
}

export interface Proxy {
  port: number
  add(upstream: Upstream): void
  remove(upstream: Upstream): void
  close(): Promise<void>
}

/** How often each server is asked whether it is ready, ms. */
const askEveryMs = 250

/**
 * A reverse proxy as operators set one up: it asks servers whether they are ready, keeps connections
 * to them, and passes a GET that one of them did not begin to answer on to the next.
 */
export async function startProxy(): Promise<Proxy> {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  const upstreams = new Map<Upstream, { isReady: boolean }>()

  function order() {
    const all = [...upstreams]
    const ready = all.filter(([, { isReady }]) => isReady)
    return [...ready, ...all.filter(([, { isReady }]) => !isReady)].map(([upstream]) => upstream)
  }

  async function askFor(request: IncomingMessage, { port }: Upstream) {
    const { method, url, headers } = request
    const passed = ask({ host: '127.0.0.1', port, method, path: url, headers, agent })
    passed.end()
    const [answer] = (await once(passed, 'response')) as [IncomingMessage]
    return answer
  }

  async function answerOf(request: IncomingMessage) {
    // Each of them twice: a kept connection may be closed just as it is used.
    for (const upstream of order().flatMap((one) => [one, one])) {
      try {
        return await askFor(request, upstream)
      } catch {
        // The next one is asked.
      }
    }
    return null
  }

  const server = createServer((request, response) => {
    void answerOf(request).then((answer) => {
      if (!answer) return response.writeHead(502).end()
      const { connection: _, 'keep-alive': __, ...headers } = answer.headers
      response.writeHead(answer.statusCode ?? 502, headers)
      answer.on('error', () => response.destroy()).pipe(response)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  const asking = setInterval(() => {
    for (const [{ adminPort }, state] of upstreams) {
      const asked = ask({ host: '127.0.0.1', port: adminPort, path: '/readyz', timeout: 2_000 })
      asked.on('response', (answer) => {
        answer.resume()
        state.isReady = answer.statusCode === 200
      })
      asked.on('error', () => (state.isReady = false)).end()
    }
  }, askEveryMs)

  return {
    port: (server.address() as AddressInfo).port,
    add: (upstream) => {
      upstreams.set(upstream, { isReady: true })
    },
    remove: (upstream) => {
      upstreams.delete(upstream)
    },
    async close() {
      clearInterval(asking)
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      agent.destroy()
      await closed
    },
  }
}
