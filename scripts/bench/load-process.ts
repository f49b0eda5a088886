/**
 * Sends requests as fast as responses arrive, in its own process. Written on plain sockets: a client that parses
 * responses in JavaScript is saturated at half of what node:http can send, and would measure itself.
 */
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { createResponseReader } from './answer-reader.ts'
import { loadOrder, type LoadResult } from './load.ts'
import { findCpuSeconds } from './process-figures.ts'
import { percentile } from './statistics.ts'

/** Not measured: the process under load compiles its hot code. */
const warmupMs = 500

const order = loadOrder.parse(JSON.parse(process.argv[2] ?? ''))
const fields = Object.entries({ Host: `127.0.0.1:${order.port}`, ...order.headers })
const head = fields.map(([name, value]) => `${name}: ${value}\r\n`).join('')
const requests = order.paths.map((path) => Buffer.from(`GET ${path} HTTP/1.1\r\n${head}\r\n`))
const latencies: number[] = []
const statuses: Record<string, number> = {}
let [turn, isMeasuring] = [0, false]

function open() {
  let sentAt = 0
  const read = createResponseReader()
  const buffer = Buffer.allocUnsafe(256 * 1024)
  const socket = connect({
    ...{ host: '127.0.0.1', port: order.port, noDelay: true },
    onread: {
      buffer,
      callback(length) {
        const response = read(buffer.subarray(0, length))
        if (!response) return true
        if (isMeasuring) {
          latencies.push(performance.now() - sentAt)
          statuses[response.status] = (statuses[response.status] ?? 0) + 1
        }
        return sendNext()
      },
    },
  })
  function sendNext() {
    sentAt = performance.now()
    socket.write(requests[turn++ % requests.length] ?? '')
    return true
  }
  // A site that closes connections is loaded on.
  socket
    .on('connect', sendNext)
    .on('error', () => undefined)
    .on('close', () => setTimeout(open, 10))
}

for (let count = 0; count < order.connections; count += 1) open()
await pause(warmupMs)
isMeasuring = true
const [startedAt, cpuAtStart] = [performance.now(), findCpuSeconds(order.pid)]
await pause(order.seconds * 1000)
isMeasuring = false
const seconds = (performance.now() - startedAt) / 1000
const cpuAtEnd = findCpuSeconds(order.pid)
const cpu = cpuAtStart === null || cpuAtEnd === null ? null : cpuAtEnd - cpuAtStart
const result: LoadResult = {
  perSecond: latencies.length / seconds,
  p99Ms: percentile(Float64Array.from(latencies).sort(), 0.99),
  statuses,
  perCpuSecond: cpu ? latencies.length / cpu : null,
}
process.stdout.write(JSON.stringify(result), () => process.exit())
