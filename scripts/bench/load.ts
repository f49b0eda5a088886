import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import autocannon from 'autocannon'
import { findCpuSeconds } from './process-figures.ts'
import { percentile } from './statistics.ts'

/** The measurement begins this much later than the first response: the process under load compiles its hot code. */
const warmupMs = 500

/** The most time until a first response, s. */
const patienceS = 60

/** The requests of one load. */
interface Load {
  /** Requested in turn by all connections together. */
  paths: readonly string[]
  headers?: Record<string, string>
  /** The requests in place of paths, each with headers of its own: each connection sends all of them in turn. */
  requests?: readonly { path: string; headers: Record<string, string> }[]
  connections: number
  seconds: number
}

/** A process under load. */
interface Server {
  port: number
  pid: number
}

export interface LoadResult {
  perSecond: number
  p99Ms: number
  /** Responses per CPU second of the process under load; null where unknown. */
  perCpuSecond: number | null
}

/**
 * Loads a server with requests as fast as responses arrive.
 * @throws Error without a response, or unless all are 200
 */
export async function runLoad(
  { port, pid }: Server,
  { paths, headers = {}, requests, connections, seconds }: Load,
): Promise<LoadResult> {
  let turn = 0
  const [path = '/'] = paths
  // A request that is composed anew each time costs the load generator a multiple.
  const inTurn = {
    setupRequest: (request: { path: string }) => ({
      ...request,
      path: paths[turn++ % paths.length] ?? path,
    }),
  }
  const run = autocannon({
    ...{ url: `http://127.0.0.1:${port}`, headers, connections, sampleInt: 100 },
    duration: patienceS + seconds,
    // It decodes each body as text, which takes nine tenths of its time.
    setupClient: ({ pipelinedRequests }) => {
      pipelinedRequests.addBody = () => undefined
    },
    requests: requests ? [...requests] : [paths.length === 1 ? { path } : inTurn],
  })
  const latencies: number[] = []
  let isMeasuring = false
  let unexpected: number | undefined
  run.on('response', (_connection: unknown, status: number, _bytes: number, ms: number) => {
    if (status !== 200) unexpected ??= status
    if (isMeasuring) latencies.push(ms)
  })
  await Promise.race([once(run, 'response'), run])
  await pause(warmupMs)
  isMeasuring = true
  const [startedAt, cpuAtStart] = [performance.now(), findCpuSeconds(pid)]
  await pause(seconds * 1000)
  isMeasuring = false
  const measuredS = (performance.now() - startedAt) / 1000
  const cpuAtEnd = findCpuSeconds(pid)
  run.stop()
  await run
  if (unexpected !== undefined) throw new Error(`${path} under load: status ${unexpected}.`)
  if (latencies.length === 0) throw new Error(`${path} under load: no response in ${seconds} s.`)
  const cpu = cpuAtStart === null || cpuAtEnd === null ? null : cpuAtEnd - cpuAtStart
  return {
    perSecond: latencies.length / measuredS,
    p99Ms: percentile(latencies, 0.99),
    perCpuSecond: cpu ? latencies.length / cpu : null,
  }
}

/** The loads of the site and of its peer, one right after the other: a machine that is slow for a while is slow for both. */
export interface LoadPair {
  own: LoadResult
  peer: LoadResult
}

/** @param round of which each begins with the other one */
export async function runPair(round: number, own: Server, peer: Server, load: Load) {
  const isOwnFirst = round % 2 === 0
  const first = await runLoad(isOwnFirst ? own : peer, load)
  const second = await runLoad(isOwnFirst ? peer : own, load)
  return isOwnFirst ? { own: first, peer: second } : { own: second, peer: first }
}
