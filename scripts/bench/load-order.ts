import { z } from 'zod'

/** The message to the load process. It crosses a process boundary, so it is parsed. */
export const loadOrder = z.object({
  port: z.number(),
  /** The process under load. */
  pid: z.number(),
  /** Requested in turn by all connections together. */
  paths: z.array(z.string()).min(1),
  headers: z.record(z.string(), z.string()),
  connections: z.number(),
  /** Not measured: the process under load compiles its hot code. */
  warmupMs: z.number(),
  measuredMs: z.number(),
})

export type LoadOrder = z.infer<typeof loadOrder>

/** The message back. */
export const loadResult = z.object({
  perSecond: z.number(),
  p50Ms: z.number(),
  p99Ms: z.number(),
  /** Numbers of responses by status. */
  statuses: z.record(z.string(), z.number()),
  /** Connections that were closed during the run. */
  errors: z.number(),
  bytesPerResponse: z.number(),
  /** The share of one CPU that the process under load used; null where unknown. */
  busy: z.number().nullable(),
  /** Responses per CPU second of the process under load; null where unknown. */
  perCpuSecond: z.number().nullable(),
})

export type LoadResult = z.infer<typeof loadResult>
