import { z } from 'zod'

/** What the loading process is asked to do, and what it answers: between two processes, so checked. */
export const loadOrder = z.object({
  port: z.number(),
  /** The process that answers. */
  pid: z.number(),
  /** Asked for in turn by all connections together. */
  paths: z.array(z.string()).min(1),
  headers: z.record(z.string(), z.string()),
  connections: z.number(),
  /** Not counted: the other side compiles what it runs often. */
  warmupMs: z.number(),
  countedMs: z.number(),
})

export type LoadOrder = z.infer<typeof loadOrder>

export const loadResult = z.object({
  perSecond: z.number(),
  p50Ms: z.number(),
  p99Ms: z.number(),
  /** Answers by status. */
  statuses: z.record(z.string(), z.number()),
  /** Connections that broke, or answers that could not be read. */
  errors: z.number(),
  bytesPerAnswer: z.number(),
  /** How much of one processor the answering process used; null where it is not known. */
  busy: z.number().nullable(),
  /** Answers for each second of the answering process' processor time; null where it is not known. */
  perCpuSecond: z.number().nullable(),
})

export type LoadResult = z.infer<typeof loadResult>
