import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { createResponseReader } from '../bench/answer-reader.ts'
import { percentile } from '../bench/statistics.ts'

/** Visitors who come at their own pace, whether or not those before them have been answered. */
export interface Stream {
  name: string
  perSecond: number
  /** What the nth of them asks for. */
  pathOf: (n: number) => string
  headers?: Record<string, string>
}

/** What became of one stream. */
export interface StreamResult {
  /** Answers of each status a second. */
  perSecond: Record<string, number>
  /** From when a request was due to the end of its answer, by status. */
  times: Record<string, { p50Ms: number; p99Ms: number; mostMs: number }>
  /** Requests that nothing came back for. */
  unanswered: number
}

/** How often requests that are due are sent, ms. */
const tickMs = 4
/** Whoever finds no free connection opens one, up to so many. */
const mostConnections = 3_000
/** How long answers may still come when nothing is asked any more, ms. */
const patienceMs = 15_000

/**
 * Asks a server at fixed rates: the load does not wait for answers, as visitors do not wait for each
 * other. Waiting behind other requests of the same load counts as time of the answer.
 * @param seconds the time that counts, after `warmupSeconds` that do not
 */
export async function runOpenLoad(
  port: number,
  streams: readonly Stream[],
  { seconds, warmupSeconds = 1 }: { seconds: number; warmupSeconds?: number },
): Promise<StreamResult[]> {
  const running = streams.map((stream) => startStream(port, stream))
  const beganAt = performance.now()
  const countsFrom = beganAt + warmupSeconds * 1000
  const endsAt = countsFrom + seconds * 1000
  for (let now = beganAt; now < endsAt; now = performance.now()) {
    for (const { askUntil } of running) askUntil(beganAt, now, countsFrom)
    await pause(tickMs)
  }
  const givesUpAt = performance.now() + patienceMs
  while (running.some(({ isWaiting }) => isWaiting()) && performance.now() < givesUpAt) {
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
  let [asked, underWay, unanswered] = [0, 0, 0]

  function open() {
    const socket = connect({ host: '127.0.0.1', port, noDelay: true })
    const read = createResponseReader()
    let current: { due: number; counts: boolean } | null = null
    function ask(path: string, due: number, counts: boolean) {
      current = { due, counts }
      underWay += 1
      socket.write(`GET ${path} HTTP/1.1\r\n${head}\r\n`)
    }
    function leave() {
      sockets.delete(socket)
      const at = idle.indexOf(ask)
      if (at >= 0) idle.splice(at, 1)
      if (!current) return
      underWay -= 1
      if (current.counts) unanswered += 1
      current = null
    }
    socket.on('data', (part) => {
      const answer = read(part)
      if (!answer || !current) return
      const known = times.get(answer.status) ?? []
      times.set(answer.status, known)
      if (current.counts) known.push(performance.now() - current.due)
      current = null
      underWay -= 1
      idle.push(ask)
    })
    socket.on('error', () => undefined).on('close', leave)
    sockets.add(socket)
    return ask
  }

  return {
    /** Sends what has become due. */
    askUntil: (beganAt: number, now: number, countsFrom: number) => {
      for (;;) {
        const due = beganAt + (asked * 1000) / perSecond
        if (due > now) return
        const ask = idle.pop() ?? (sockets.size < mostConnections ? open() : null)
        if (ask) ask(pathOf(asked), due, due >= countsFrom)
        else if (due >= countsFrom) unanswered += 1
        asked += 1
      }
    },
    isWaiting: () => underWay > 0,
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
              mostMs: list.at(-1) ?? 0,
            },
          ]),
        ),
        unanswered,
      }
    },
  }
}
