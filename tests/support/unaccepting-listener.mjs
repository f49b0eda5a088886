// Listens, and accepts nobody: its thread sleeps. Once its queue of two is full, the kernel drops
// what others send to connect, as a firewall that swallows packets does.
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
