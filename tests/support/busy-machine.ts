import { availableParallelism, loadavg } from 'node:os'

/**
 * A visitor's limit on the machine as it is: each program that waits for a processor beside those
 * that have one adds half a second. On a machine that is free for the tests it is the limit itself.
 * @param limitMs what a visitor may wait, ms
 */
export function onThisMachine(limitMs: number) {
  const [load = 0] = loadavg()
  return limitMs + 500 * Math.max(0, load / availableParallelism() - 1)
}
