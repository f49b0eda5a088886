import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { loadResult, type LoadResult } from './load-order.ts'
import { findCpuSeconds } from './process-figures.ts'

const loadProcess = fileURLToPath(new URL('load-process.ts', import.meta.url))

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

export interface Measured extends LoadResult {
  /** How much of one processor the answering process used; null where it is not known. */
  busy: number | null
  /** Answers for each second of the answering process' processor time; null where it is not known. */
  perCpuSecond: number | null
}

/**
 * Loads a server from another process, so that both have a processor of their own.
 * @throws Error when the loading process fails or an answer is neither 2xx nor 304
 */
export async function runLoad(load: Load, size: LoadSize): Promise<Measured> {
  const { port, pid, paths, headers = {} } = load
  const loader = fork(loadProcess)
  const ended = once(loader, 'exit')
  const result = new Promise<Measured>((resolve, reject) => {
    let [cpuAtStart, cpu]: [number | null, number | null] = [null, null]
    loader.on('message', (message) => {
      if (message === 'counting') cpuAtStart = findCpuSeconds(pid)
      else if (message === 'counted') cpu = cpuBetween(cpuAtStart, findCpuSeconds(pid))
      else resolve(withCpu(loadResult.parse(message), cpu, size.seconds))
    })
    loader.once('exit', (code) => reject(new Error(`The loading process ended with ${code}.`)))
  })
  loader.send({
    ...{ port, paths, headers, connections: size.connections },
    ...{ warmupMs: 500, countedMs: size.seconds * 1000 },
  })
  const measured = await result
  await ended
  const bad = Object.keys(measured.statuses).filter((status) => !/^(2..|304)$/.test(status))
  if (bad.length > 0) throw new Error(`${paths[0]} answered ${bad.join(', ')} under load.`)
  return measured
}

function cpuBetween(start: number | null, end: number | null) {
  return start === null || end === null ? null : end - start
}

function withCpu(result: LoadResult, cpu: number | null, seconds: number): Measured {
  return {
    ...result,
    busy: cpu === null ? null : cpu / seconds,
    perCpuSecond: cpu ? (result.perSecond * seconds) / cpu : null,
  }
}
