import { once } from 'node:events'
import { chmodSync, rmSync } from 'node:fs'
import type { Server as HttpServer } from 'node:http'
import { connect, createServer, type ListenOptions, type Server } from 'node:net'
import { isListenerTaken, listenAside } from '@site/runtime/listen'
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
  if (port > 0 || isListenerTaken()) {
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

/**
 * Lets the admin server listen: on its port, or as the socket file that only this user can open. Processes of a cluster
 * would share a port, and each answer for all of them.
 * @throws errors of the system, such as EADDRINUSE while the process that this one replaces still listens
 */
export async function listenForOperators(
  server: HttpServer,
  { port, host, socket }: { port: number; host: string; socket: string | null },
) {
  if (socket === null) return listenAside(server, { port, host, exclusive: true })
  // A process that was killed leaves its file, which nobody answers.
  if (!(await isAnswered(socket))) rmSync(socket, { force: true })
  await listenAside(server, { path: socket })
  chmodSync(socket, 0o600)
}

async function isAnswered(path: string) {
  const connection = connect({ path })
  try {
    await once(connection, 'connect')
    return true
  } catch {
    return false
  } finally {
    connection.destroy()
  }
}
