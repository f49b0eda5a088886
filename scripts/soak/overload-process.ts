/** Asks for pages in a process of its own: at a rate of its choosing, or as fast as they come. */
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { ask } from '../bench/ask.ts'
import { percentile } from '../bench/statistics.ts'
import { overloadOrder, type OverloadOrder, type OverloadResult } from './overload-order.ts'

/** Of those who ask as fast as they are answered. */
const visitors = 16

/** How often those of a rate set out, ms. */
const tickMs = 10

async function load({ port, paths, perSecond, seconds }: OverloadOrder): Promise<OverloadResult> {
  const statuses: Record<string, number> = {}
  const refusedMs: number[] = []
  const endsAt = performance.now() + seconds * 1000
  let turn = 0
  let good = 0

  async function visit() {
    const path = paths[turn++ % paths.length] ?? '/'
    const { status, wholeMs } = await ask(port, path).catch(() => ({ status: 0, wholeMs: 0 }))
    if (performance.now() > endsAt) return
    statuses[status] = (statuses[status] ?? 0) + 1
    if (status === 200) good += 1
    if (status === 503 || status === 429) refusedMs.push(wholeMs)
  }

  async function visitOnAndOn() {
    while (performance.now() < endsAt) await visit()
  }

  if (perSecond === null) await Promise.all(Array.from({ length: visitors }, visitOnAndOn))
  else {
    const startedAt = performance.now()
    for (let sent = 0; performance.now() < endsAt; await pause(tickMs)) {
      const due = ((performance.now() - startedAt) / 1000) * perSecond
      for (; sent < due; sent += 1) void visit()
    }
  }
  const refusedP99Ms = percentile(Float64Array.from(refusedMs).sort(), 0.99)
  return {
    goodPerSecond: good / seconds,
    statuses,
    refusedP99Ms: Number.isNaN(refusedP99Ms) ? 0 : refusedP99Ms,
  }
}

// Nobody is left to be told.
process.once('disconnect', () => process.exit())
const messages: unknown[] = await once(process, 'message')
process.send?.(await load(overloadOrder.parse(messages[0])))
process.exit()
