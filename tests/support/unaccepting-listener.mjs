// Listens without accepting: its thread sleeps. Once its backlog of two is full, the kernel drops
// further connection attempts, like a firewall that drops packets.
import { createServer } from 'node:net'
import { setImmediate } from 'node:timers'
import { parentPort, workerData } from 'node:worker_threads'

const { port, wakeUp } = workerData
const server = createServer()
server.listen({ port, host: '127.0.0.1', backlog: 1 }, () => {
  setImmediate(() => {
    parentPort.postMessage('asleep')
    Atomics.wait(wakeUp, 0, 0)
    process.exit()
  })
})
