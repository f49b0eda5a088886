import type { Server } from 'node:http'
import { createServer, type Socket } from 'node:net'
import { once } from 'node:events'
import { connectionLimits, listenBacklog } from './connections.ts'

/** A socket that listens before there is a site: connections wait for it. */
export interface Listener {
  /** The actual port, also where 0 was asked for. */
  port: number
  /** Lets a server accept connections from now on, beginning with those that wait. */
  handTo: (server: Server) => void
}

/**
 * Listens on an address. A site that starts knows its port, and that it is free, before anything else is opened; a client
 * that connects meanwhile is served a little later instead of being refused.
 * @throws Error of the system, such as EADDRINUSE
 */
export async function listen(address: { port: number; host: string }): Promise<Listener> {
  const waiting: Socket[] = []
  const early = createServer({ pauseOnConnect: true }, (socket) => {
    waiting.push(socket)
    // A client that leaves is no error: its socket is destroyed.
    socket.on('error', () => undefined)
  })
  early.maxConnections = connectionLimits.total
  early.listen({ ...address, backlog: listenBacklog })
  await once(early, 'listening')
  const bound = early.address()
  return {
    port: typeof bound === 'object' && bound ? bound.port : address.port,
    handTo(server) {
      server.listen(early, listenBacklog)
      for (const socket of waiting.splice(0)) {
        if (socket.destroyed) continue
        server.emit('connection', socket)
        socket.resume()
      }
    },
  }
}
