import { z } from 'zod'

/** What the loading process is to do. */
export const overloadOrder = z.object({
  port: z.number(),
  /** Asked for in turn, each once in a run: pages that are not kept. */
  paths: z.array(z.string()),
  /** How many are asked for in a second, however many answers are still to come; null: as fast as they come. */
  perSecond: z.number().nullable(),
  seconds: z.number(),
})

export const overloadResult = z.object({
  /** Whole pages a second. */
  goodPerSecond: z.number(),
  /** Answers by status; 0 stands for none. */
  statuses: z.record(z.string(), z.number()),
  /** Until the end of a refusal, ms. */
  refusedP99Ms: z.number(),
})

export type OverloadOrder = z.output<typeof overloadOrder>
export type OverloadResult = z.output<typeof overloadResult>
