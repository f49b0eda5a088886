import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'

// Ports that no system gives out by itself, neither to who listens without naming one nor to a
// connection: such a one is still free when its turn comes, and when it is listened on again.
const firstPort = 20_000
const portCount = 12_000
/** More than one process of the tests asks for; the ids of those that run side by side are close. */
const portsPerProcess = 40
let nextPort = process.pid * portsPerProcess

/**
 * A port of this machine that nobody listens on, and that nobody is given who does not ask for it
 * here.
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

/** An address on which nobody listens. */
export async function findDeadAddress() {
  return `http://127.0.0.1:${await getFreePort()}`
}

/**
 * Has a server of sockets listen on loopback.
 * @param wanted its port; 0 is any that is free
 * @returns its address, and what closes it with every connection that it has
 */
export async function listenOnLoopback(server: Server, wanted = 0) {
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  server.listen(wanted, '127.0.0.1')
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
