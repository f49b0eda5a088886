import { createServer, type Socket } from 'node:net'
import { listenInTest } from './listen-in-test.ts'

/**
 * A server on a free loopback port that says what it likes, for the one test that starts it.
 * @param talk given each connection
 * @returns its address and port
 */
export async function startRawServer(talk: (socket: Socket) => void) {
  return listenInTest(
    createServer((socket) => {
      // Whoever breaks off is meant to.
      socket.on('error', () => undefined)
      talk(socket)
    }),
  )
}
