import { once } from 'node:events'
import { createServer, type ListenOptions, type Server } from 'node:net'
import { listenBacklog } from './connections.ts'

interface Address {
  port: number
  host: string
}

/** A port that a site can name in its addresses before it listens. */
interface Listener {
  port: number
  /** Lets a server accept connections. Rejects with an error of the system, such as EADDRINUSE. */
  listen: (server: Server) => Promise<void>
}

/**
 * Finds the port of an address. Port 0 is a free one: its socket listens from now on, since another process could take
 * it otherwise, and nobody knows it yet. Any other port refuses connections until the site can respond, so that a proxy
 * goes on to the next process.
 */
export async function findListener({ port, host }: Address): Promise<Listener> {
  if (port > 0) {
    return { port, listen: (server) => listen(server, { port, host, backlog: listenBacklog }) }
  }
  const reserved = createServer()
  await listen(reserved, { port, host, backlog: listenBacklog })
  const bound = reserved.address()
  const free = typeof bound === 'object' && bound ? bound.port : port
  return { port: free, listen: (server) => listen(server, reserved) }
}

async function listen(server: Server, where: ListenOptions | Server) {
  server.listen(where)
  await once(server, 'listening')
}
