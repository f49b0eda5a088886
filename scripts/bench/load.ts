import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { loadResult, type LoadOrder, type LoadResult } from './load-order.ts'
import { medianRatio } from './statistics.ts'

const loadProcess = fileURLToPath(new URL('load-process.ts', import.meta.url))

/** Not measured: the process under load compiles its hot code. */
const warmupMs = 500

/** The process under load, and the requests to send. */
export interface Load {
  port: number
  pid: number
  paths: string[]
  headers?: Record<string, string>
}

export interface LoadSize {
  connections: number
  seconds: number
}

/**
 * Loads a server from another process, so that each has its own CPU.
 * @throws Error when the load process fails, or unless all responses are 2xx or 304
 */
export async function runLoad(load: Load, { connections, seconds }: LoadSize): Promise<LoadResult> {
  const order: LoadOrder = {
    ...{ headers: {}, ...load },
    ...{ connections, warmupMs, measuredMs: seconds * 1000 },
  }
  const loader = fork(loadProcess)
  const ended = once(loader, 'exit')
  const result = new Promise<LoadResult>((resolve, reject) => {
    loader.once('message', (message) => resolve(loadResult.parse(message)))
    loader.once('exit', () => reject(new Error('The load process ended without a result.')))
  })
  loader.send(order)
  const measured = await result
  await ended
  const statuses = Object.keys(measured.statuses)
  if (statuses.length === 0 || !statuses.every((status) => /^(2..|304)$/.test(status))) {
    const received = statuses.length === 0 ? 'no response' : `status ${statuses.join(', ')}`
    throw new Error(`${load.paths[0]} under load: ${received}.`)
  }
  return measured
}

/** The throughput of one process relative to another, measured in turn. */
export interface LoadRatio {
  /** By the clock. */
  byRate: number
  /**
   * Per second of the processes' own CPU time: the ratio with a CPU to themselves, without the
   * influence of other programs on the machine or of a slow load process. The same as byRate where
   * CPU time is unknown.
   */
  byCpu: number
}

export function loadRatio(pairs: readonly { own: LoadResult; peer: LoadResult }[]): LoadRatio {
  const byRate = medianRatio(
    pairs.map(({ own, peer }) => ({ own: own.perSecond, peer: peer.perSecond })),
  )
  const known = pairs.flatMap(({ own, peer }) =>
    own.perCpuSecond && peer.perCpuSecond
      ? [{ own: own.perCpuSecond, peer: peer.perCpuSecond }]
      : [],
  )
  return { byRate, byCpu: known.length === pairs.length ? medianRatio(known) : byRate }
}
