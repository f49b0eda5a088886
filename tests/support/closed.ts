import type { Socket } from 'node:net'

/**
 * Waits until a connection is closed, for whatever reason. Unlike `once` of node:events, it does not
 * reject when the other side has closed the connection during a write.
 */
export function closed(socket: Socket) {
  return new Promise<void>((resolve) => {
    socket.on('error', () => undefined)
    socket.once('close', () => resolve())
  })
}
