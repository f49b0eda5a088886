import { availableParallelism, loadavg } from 'node:os'

/** How long a shared machine may delay a process before its load average shows it, ms. */
const defaultSlackMs = 1_000

/**
 * A time limit adjusted to the load of this machine: half a second more for each process per CPU
 * that waits for its turn.
 * @param limitMs how long a visitor may wait on an idle machine, ms
 * @param slackMs added whatever the load average, ms
 */
export function onThisMachine(limitMs: number, slackMs = defaultSlackMs) {
  const [load = 0] = loadavg()
  return limitMs + slackMs + 500 * Math.max(0, load / availableParallelism() - 1)
}
