import { availableParallelism, loadavg } from 'node:os'

/** What a machine that others use too may hold a process up for, ms, before its load tells of it. */
const holdUpMs = 1_000

/**
 * A visitor's limit on the machine as it is. Each program that waits for a processor beside those
 * that have one adds half a second.
 * @param limitMs what a visitor may wait, ms
 * @param heldUpMs how long at most the machine may hold him up besides, ms
 */
export function onThisMachine(limitMs: number, heldUpMs = holdUpMs) {
  const [load = 0] = loadavg()
  return limitMs + heldUpMs + 500 * Math.max(0, load / availableParallelism() - 1)
}
