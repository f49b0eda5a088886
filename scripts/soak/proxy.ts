import { once } from 'node:events'
import { Agent, createServer, request as sendRequest, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

/** One server behind the proxy. */
export interface Upstream {
  port: number
  /** The port of its admin server. */
  adminPort: number
}

export interface Proxy {
  port: number
  add(upstream: Upstream): void
  remove(upstream: Upstream): void
  close(): Promise<void>
}

/** The interval between readiness probes of each server, ms. */
const probeIntervalMs = 250

/**
 * A reverse proxy as operators set one up: it probes readiness, reuses connections, and retries
 * a GET without a response on the next server.
 */
export async function startProxy(): Promise<Proxy> {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  const upstreams = new Map<Upstream, { isReady: boolean }>()

  function order() {
    const all = [...upstreams]
    const ready = all.filter(([, { isReady }]) => isReady)
    return [...ready, ...all.filter(([, { isReady }]) => !isReady)].map(([upstream]) => upstream)
  }

  async function forward(request: IncomingMessage, { port }: Upstream) {
    const { method, url, headers } = request
    const forwarded = sendRequest({ host: '127.0.0.1', port, method, path: url, headers, agent })
    forwarded.end()
    const [upstreamResponse] = (await once(forwarded, 'response')) as [IncomingMessage]
    return upstreamResponse
  }

  async function forwardToAny(request: IncomingMessage) {
    // Each server twice: a keep-alive connection may be closed just as it is used.
    for (const upstream of order().flatMap((one) => [one, one])) {
      try {
        return await forward(request, upstream)
      } catch {
        // Try the next one.
      }
    }
    return null
  }

  const server = createServer((request, response) => {
    void forwardToAny(request).then((upstreamResponse) => {
      if (!upstreamResponse) return response.writeHead(502).end()
      const { connection: _, 'keep-alive': __, ...headers } = upstreamResponse.headers
      response.writeHead(upstreamResponse.statusCode ?? 502, headers)
      upstreamResponse.on('error', () => response.destroy()).pipe(response)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  const probing = setInterval(() => {
    for (const [{ adminPort }, state] of upstreams) {
      const options = { host: '127.0.0.1', port: adminPort, path: '/readyz', timeout: 2_000 }
      const probe = sendRequest(options)
      probe.on('response', (response) => {
        response.resume()
        state.isReady = response.statusCode === 200
      })
      probe.on('error', () => (state.isReady = false)).end()
    }
  }, probeIntervalMs)

  return {
    port: (server.address() as AddressInfo).port,
    add: (upstream) => {
      upstreams.set(upstream, { isReady: true })
    },
    remove: (upstream) => {
      upstreams.delete(upstream)
    },
    async close() {
      clearInterval(probing)
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      agent.destroy()
      await closed
    },
  }
}
