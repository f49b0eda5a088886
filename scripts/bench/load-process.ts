/**
 * Asks as fast as it is answered, in a process of its own. Written on plain sockets: with
 * autocannon, which reads every answer by a parser in JavaScript and counts whole milliseconds, the
 * asking process was full at half of what node:http can send, and so would have been measured itself.
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
  let [turn, errors, bytes, isCounting, isOver] = [0, 0, 0, false, false]

  function open() {
    let askedAt = 0
    const readResponse = createResponseReader()
    const socket = connect({
      host: '127.0.0.1',
      port: order.port,
      noDelay: true,
      onread: { buffer: Buffer.allocUnsafe(readBufferBytes), callback: take },
    })
    function ask() {
      const request = requests[turn++ % requests.length]
      askedAt = performance.now()
      if (request) socket.write(request)
    }
    function take(length: number, buffer: Uint8Array) {
      const answer = readResponse(Buffer.from(buffer.buffer, buffer.byteOffset, length))
      if (!answer) return true
      if (isCounting) {
        latencies.push(performance.now() - askedAt)
        statuses[answer.status] = (statuses[answer.status] ?? 0) + 1
        bytes += answer.bytes
      }
      if (!isOver) ask()
      return true
    }
    function breakOff() {
      if (isOver) return
      errors += 1
      setTimeout(open, 10)
    }
    socket
      .on('connect', ask)
      .on('error', () => undefined)
      .on('close', breakOff)
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  }

  const sockets = new Set<ReturnType<typeof connect>>()
  for (let count = 0; count < order.connections; count++) open()
  await pause(order.warmupMs)
  isCounting = true
  const beganAt = performance.now()
  const cpuAtStart = findCpuSeconds(order.pid)
  await pause(order.countedMs)
  isCounting = false
  const seconds = (performance.now() - beganAt) / 1000
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
    bytesPerAnswer: bytes / Math.max(1, latencies.length),
    busy: cpu === null ? null : cpu / seconds,
    perCpuSecond: cpu ? latencies.length / cpu : null,
  }
}

function requestFor(path: string, { port, headers }: LoadOrder) {
  const fields = Object.entries({ Host: `127.0.0.1:${port}`, ...headers })
  const lines = fields.map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.from(`GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`)
}

// Nobody is left to be told.
process.once('disconnect', () => process.exit())
const messages: unknown[] = await once(process, 'message')
process.send?.(await load(loadOrder.parse(messages[0])))
process.disconnect()
