import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** What is still to be told on each connection. */
const untold = new WeakMap<Socket, Set<() => void>>()

/**
 * Tells once when an answer is at its end, or nobody is left to get it. Its own event alone does not:
 * of requests that a client sends without waiting for answers only the first has a connection, and
 * the others' answers never hear that it has gone.
 */
export function whenOver(response: ServerResponse, tell: () => void) {
  const { socket } = response.req
  const waiting = untold.get(socket) ?? watch(socket)
  function end() {
    if (waiting.delete(end)) tell()
  }
  waiting.add(end)
  response.once('close', end)
}

function watch(socket: Socket) {
  const waiting = new Set<() => void>()
  untold.set(socket, waiting)
  socket.once('close', () => {
    for (const end of waiting) end()
  })
  return waiting
}
