import { createServer, type Socket } from 'node:net'
import { listenInTest } from './listen-in-test.ts'

/**
 * A TCP server on a free loopback port that may send anything, until the test ends.
 * @param talk called with each connection
 * @returns its address and port
 */
export async function startRawServer(talk: (socket: Socket) => void) {
  return listenInTest(
    createServer((socket) => {
      // Clients abort on purpose.
      socket.on('error', () => undefined)
      talk(socket)
    }),
  )
}
