import { once } from 'node:events'
import { connect } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'

/**
 * Makes every attempt to connect to a loopback port hang.
 * @returns a function that frees the port
 */
export async function swallowConnections(port: number): Promise<() => Promise<void>> {
  const wakeUp = new Int32Array(new SharedArrayBuffer(4))
  const listener = new Worker(new URL('./unaccepting-listener.mjs', import.meta.url), {
    workerData: { port, wakeUp },
  })
  await once(listener, 'message')
  // These fill its backlog, which has room for one more than requested; others may be in it already.
  const queued = [connectTo(port), connectTo(port)]
  await nextTurn()

  return async () => {
    const ended = once(listener, 'exit')
    Atomics.store(wakeUp, 0, 1)
    Atomics.notify(wakeUp, 0)
    await ended
    for (const socket of queued) socket.destroy()
  }
}

function connectTo(port: number) {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  return socket
}
