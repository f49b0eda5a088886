import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { createResponseReader } from '../bench/answer-reader.ts'
import { percentile } from '../bench/statistics.ts'

/** Requests at a fixed rate, whether or not earlier ones have a response. */
export interface Stream {
  name: string
  perSecond: number
  /** The path of the nth request. */
  pathOf: (n: number) => string
  headers?: Record<string, string>
}

export interface StreamResult {
  /** Responses per second, by status. */
  perSecond: Record<string, number>
  /** From when a request was due to the end of its response, by status. */
  times: Record<string, { p50Ms: number; p99Ms: number; maxMs: number }>
  /** Requests without a response. */
  unanswered: number
}

/** The interval at which due requests are sent, ms. */
const tickMs = 4
/** The most connections that are opened when none is idle. */
const maxConnections = 3_000
/** How long to wait for pending responses at the end, ms. */
const drainTimeoutMs = 15_000

/**
 * Loads a server at fixed rates: an open load, which does not wait for responses, as visitors do not
 * wait for each other. Time spent queueing behind other requests of the load counts.
 * @param seconds the measured time, after `warmupSeconds` that are not measured
 */
export async function runOpenLoad(
  port: number,
  streams: readonly Stream[],
  { seconds, warmupSeconds = 1 }: { seconds: number; warmupSeconds?: number },
): Promise<StreamResult[]> {
  const running = streams.map((stream) => startStream(port, stream))
  const startedAt = performance.now()
  const countsFrom = startedAt + warmupSeconds * 1000
  const endsAt = countsFrom + seconds * 1000
  for (let now = startedAt; now < endsAt; now = performance.now()) {
    for (const { sendDue } of running) sendDue(startedAt, now, countsFrom)
    await pause(tickMs)
  }
  const drainDeadline = performance.now() + drainTimeoutMs
  while (running.some(({ isPending }) => isPending()) && performance.now() < drainDeadline) {
    await pause(tickMs)
  }
  return running.map(({ end }) => end(seconds))
}

function startStream(port: number, { perSecond, pathOf, headers = {} }: Stream) {
  const fields = Object.entries({ Host: `127.0.0.1:${port}`, ...headers })
  const head = fields.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  const idle: ((path: string, due: number, counts: boolean) => void)[] = []
  const sockets = new Set<Socket>()
  const times = new Map<string, number[]>()
  let [sent, pending, unanswered] = [0, 0, 0]

  function open() {
    const socket = connect({ host: '127.0.0.1', port, noDelay: true })
    const read = createResponseReader()
    let current: { due: number; counts: boolean } | null = null
    function send(path: string, due: number, counts: boolean) {
      current = { due, counts }
      pending += 1
      socket.write(`GET ${path} HTTP/1.1\r\n${head}\r\n`)
    }
    function onClose() {
      sockets.delete(socket)
      const index = idle.indexOf(send)
      if (index >= 0) idle.splice(index, 1)
      if (!current) return
      pending -= 1
      if (current.counts) unanswered += 1
      current = null
    }
    socket.on('data', (part) => {
      const response = read(part)
      if (!response || !current) return
      const timesOfStatus = times.get(response.status) ?? []
      times.set(response.status, timesOfStatus)
      if (current.counts) timesOfStatus.push(performance.now() - current.due)
      current = null
      pending -= 1
      idle.push(send)
    })
    socket.on('error', () => undefined).on('close', onClose)
    sockets.add(socket)
    return send
  }

  return {
    /** Sends the requests that are due. */
    sendDue: (startedAt: number, now: number, countsFrom: number) => {
      for (;;) {
        const due = startedAt + (sent * 1000) / perSecond
        if (due > now) return
        const send = idle.pop() ?? (sockets.size < maxConnections ? open() : null)
        if (send) send(pathOf(sent), due, due >= countsFrom)
        else if (due >= countsFrom) unanswered += 1
        sent += 1
      }
    },
    isPending: () => pending > 0,
    end: (seconds: number): StreamResult => {
      for (const socket of sockets) socket.destroy()
      const sorted = [...times].map(
        ([status, list]) => [status, Float64Array.from(list).sort()] as const,
      )
      return {
        perSecond: Object.fromEntries(
          sorted.map(([status, list]) => [status, list.length / seconds]),
        ),
        times: Object.fromEntries(
          sorted.map(([status, list]) => [
            status,
            {
              p50Ms: percentile(list, 0.5),
              p99Ms: percentile(list, 0.99),
              maxMs: list.at(-1) ?? 0,
            },
          ]),
        ),
        unanswered,
      }
    },
  }
}
