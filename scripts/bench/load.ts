import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { z } from 'zod'

const run = promisify(execFile)
const loadProcess = fileURLToPath(new URL('load-process.ts', import.meta.url))

/** The requests that the load process sends; it gets them as JSON in its argument. */
export const loadOrder = z.object({
  port: z.number(),
  /** The process under load. */
  pid: z.number(),
  /** Requested in turn by all connections together. */
  paths: z.array(z.string()).min(1),
  headers: z.record(z.string(), z.string()).default({}),
  connections: z.number(),
  seconds: z.number(),
})

/** The measurements of the load process; it writes them as JSON to its output. */
export const loadResult = z.object({
  perSecond: z.number(),
  p99Ms: z.number(),
  /** Numbers of responses by status. */
  statuses: z.record(z.string(), z.number()),
  /** Responses per CPU second of the process under load; null where unknown. */
  perCpuSecond: z.number().nullable(),
})

export type LoadResult = z.infer<typeof loadResult>

/**
 * Loads a server from another process, so that each has its own CPU.
 * @throws Error when the load process fails, or unless all responses are 200
 */
export async function runLoad(order: z.input<typeof loadOrder>): Promise<LoadResult> {
  const args = ['--import', 'tsx', loadProcess, JSON.stringify(order)]
  const { stdout } = await run(process.execPath, args)
  const result = loadResult.parse(JSON.parse(stdout))
  const statuses = Object.keys(result.statuses).join(', ')
  if (statuses !== '200') throw new Error(`${order.paths[0]} under load: status ${statuses}.`)
  return result
}
