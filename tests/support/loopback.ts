import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { threadId } from 'node:worker_threads'

// Below every system's range of ephemeral ports, so that no listener on port 0 and no outgoing
// connection takes such a port before it is listened on, or listened on again.
const firstPort = 20_000
const portCount = 12_000
/** More than one test process needs; processes that run in parallel have close ids. */
const portsPerProcess = 40
/** More than one test thread needs: the threads of a process have its id in common. */
const portsPerThread = 3_000
let nextPort = process.pid * portsPerProcess + threadId * portsPerThread

/**
 * A free port on loopback that no other caller of this function gets.
 * @throws Error when there is none
 */
export async function getFreePort() {
  for (let tries = 0; tries < portCount; tries += 1) {
    const port = firstPort + (nextPort % portCount)
    nextPort += 1
    if (await isFree(port)) return port
  }
  throw new Error('There is no free port.')
}

/** An address that refuses connections. */
export async function findDeadAddress() {
  return `http://127.0.0.1:${await getFreePort()}`
}

/**
 * Makes a server listen on loopback.
 * @param requestedPort 0: any free port
 * @returns its address, and a function that closes it and all its connections
 */
export async function listenOnLoopback(server: Server, requestedPort = 0) {
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  server.listen(requestedPort, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('There is no free port.')
  const { port } = address
  async function close() {
    const closed = once(server, 'close')
    server.close()
    for (const socket of sockets) socket.destroy()
    await closed
  }
  return { port, url: `http://127.0.0.1:${port}`, close }
}

function isFree(port: number) {
  const server = createServer()
  return new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
