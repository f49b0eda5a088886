/**
 * Sends requests as fast as responses arrive, in its own process. Written on plain sockets:
 * autocannon parses every response in JavaScript and counts whole milliseconds; with it, this
 * process was saturated at half of what node:http can send, and would have measured itself.
 */
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { createResponseReader } from './answer-reader.ts'
import { loadOrder, type LoadOrder, type LoadResult } from './load-order.ts'
import { findCpuSeconds } from './process-figures.ts'
import { percentile } from './statistics.ts'

const readBufferBytes = 256 * 1024

async function load(order: LoadOrder): Promise<LoadResult> {
  const requests = order.paths.map((path) => requestFor(path, order))
  const latencies: number[] = []
  const statuses: Record<string, number> = {}
  let [turn, errors, bytes, isMeasuring, isOver] = [0, 0, 0, false, false]

  function open() {
    let sentAt = 0
    const readResponse = createResponseReader()
    const socket = connect({
      host: '127.0.0.1',
      port: order.port,
      noDelay: true,
      onread: { buffer: Buffer.allocUnsafe(readBufferBytes), callback: onData },
    })
    function sendNext() {
      const request = requests[turn++ % requests.length]
      sentAt = performance.now()
      if (request) socket.write(request)
    }
    function onData(length: number, buffer: Uint8Array) {
      const response = readResponse(Buffer.from(buffer.buffer, buffer.byteOffset, length))
      if (!response) return true
      if (isMeasuring) {
        latencies.push(performance.now() - sentAt)
        statuses[response.status] = (statuses[response.status] ?? 0) + 1
        bytes += response.bytes
      }
      if (!isOver) sendNext()
      return true
    }
    function onClose() {
      if (isOver) return
      errors += 1
      setTimeout(open, 10)
    }
    socket
      .on('connect', sendNext)
      .on('error', () => undefined)
      .on('close', onClose)
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  }

  const sockets = new Set<ReturnType<typeof connect>>()
  for (let count = 0; count < order.connections; count++) open()
  await pause(order.warmupMs)
  isMeasuring = true
  const startedAt = performance.now()
  const cpuAtStart = findCpuSeconds(order.pid)
  await pause(order.measuredMs)
  isMeasuring = false
  const seconds = (performance.now() - startedAt) / 1000
  const cpuAtEnd = findCpuSeconds(order.pid)
  isOver = true
  for (const socket of sockets) socket.destroy()

  const cpu = cpuAtStart === null || cpuAtEnd === null ? null : cpuAtEnd - cpuAtStart
  const sorted = Float64Array.from(latencies).sort()
  return {
    perSecond: latencies.length / seconds,
    p50Ms: percentile(sorted, 0.5),
    p99Ms: percentile(sorted, 0.99),
    statuses,
    errors,
    bytesPerResponse: bytes / Math.max(1, latencies.length),
    busy: cpu === null ? null : cpu / seconds,
    perCpuSecond: cpu ? latencies.length / cpu : null,
  }
}

function requestFor(path: string, { port, headers }: LoadOrder) {
  const fields = Object.entries({ Host: `127.0.0.1:${port}`, ...headers })
  const lines = fields.map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.from(`GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`)
}

// The parent process is gone.
process.once('disconnect', () => process.exit())
const messages: unknown[] = await once(process, 'message')
process.send?.(await load(loadOrder.parse(messages[0])))
process.disconnect()
