import { createServer, type Server, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/**
 * A server on a free loopback port that says what it likes, for the one test that starts it.
 * @param talk given each connection
 * @returns its host and port
 */
export async function startRawServer(talk: (socket: Socket) => void) {
  return listen(
    createServer((socket) => {
      // Whoever breaks off is meant to.
      socket.on('error', () => undefined)
      talk(socket)
    }),
  )
}

/** Lets any server of sockets listen until the test ends. */
export async function listen(server: Server) {
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    const closed = new Promise((resolve) => server.close(resolve))
    for (const socket of sockets) socket.destroy()
    await closed
  })
  const address = server.address()
  return `127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
}
