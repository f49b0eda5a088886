import type { Socket } from 'node:net'

/**
 * Waits until a connection is closed, whatever became of it: the other side may well have hung up on
 * what was still being written, which `once` of node:events takes for a failure.
 */
export function closed(socket: Socket) {
  return new Promise<void>((resolve) => {
    socket.on('error', () => undefined)
    socket.once('close', () => resolve())
  })
}
