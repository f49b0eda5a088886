import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { loadResult, type LoadOrder, type LoadResult } from './load-order.ts'
import { medianRatio } from './statistics.ts'

const loadProcess = fileURLToPath(new URL('load-process.ts', import.meta.url))

/** Not counted: the other side compiles what it runs often. */
const warmupMs = 500

/** Who is asked, and for what. */
export interface Load {
  port: number
  /** The process that answers. */
  pid: number
  paths: string[]
  headers?: Record<string, string>
}

/** How hard, and for how long. */
export interface LoadSize {
  connections: number
  seconds: number
}

/**
 * Loads a server from another process, so that both have a processor of their own.
 * @throws Error when the loading process fails, nothing answers, or an answer is neither 2xx nor 304
 */
export async function runLoad(load: Load, { connections, seconds }: LoadSize): Promise<LoadResult> {
  const order: LoadOrder = {
    ...{ headers: {}, ...load },
    ...{ connections, warmupMs, countedMs: seconds * 1000 },
  }
  const loader = fork(loadProcess)
  const ended = once(loader, 'exit')
  const result = new Promise<LoadResult>((resolve, reject) => {
    loader.once('message', (message) => resolve(loadResult.parse(message)))
    loader.once('exit', () => reject(new Error('The loading process ended without a result.')))
  })
  loader.send(order)
  const measured = await result
  await ended
  const statuses = Object.keys(measured.statuses)
  if (statuses.length === 0 || !statuses.every((status) => /^(2..|304)$/.test(status))) {
    throw new Error(`${load.paths[0]} answered ${statuses.join(', ') || 'nothing'} under load.`)
  }
  return measured
}

/** How many answers one gives against another, measured in turn. */
export interface LoadRatio {
  /** By the clock. */
  byRate: number
  /**
   * For each second of the answering processes' own processor time. It is what they would reach with
   * a processor to themselves: neither a neighbour on the machine nor a slow asking process is in it.
   * The same as byRate where processor time is not known.
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
