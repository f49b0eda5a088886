import { monitorEventLoopDelay } from 'node:perf_hooks'

/** How often the monitor looks whether it is late, ms: what it measures on an idle process. */
const resolutionMs = 10
/** A sample is the worst tenth of so much time, ms; what counts is the middle of the last few. */
const sampleEveryMs = 250
const samplesKept = 4

export type LoopDelay = ReturnType<typeof watchLoopDelay>

/**
 * How late this process is with what it has to do: smoothed over a second, so that one long piece of
 * work, such as a garbage collection, is not taken for too much of it.
 */
export function watchLoopDelay() {
  const monitor = monitorEventLoopDelay({ resolution: resolutionMs })
  const delay = createSmoothed()
  monitor.enable()
  const timer = setInterval(() => {
    // Nothing was looked at all the while: then the delay was all of it.
    const measured = monitor.count > 0 ? monitor.percentile(90) / 1e6 : sampleEveryMs
    monitor.reset()
    delay.add(Math.max(0, measured - resolutionMs))
  }, sampleEveryMs).unref()

  return {
    /** Milliseconds. */
    now: delay.now,
    stop: () => {
      clearInterval(timer)
      monitor.disable()
    },
  }
}

/** The middle one of the last samples, the higher of the two in the middle. */
export function createSmoothed() {
  const samples: number[] = []
  let smoothed = 0
  return {
    add: (sample: number) => {
      samples.push(sample)
      if (samples.length > samplesKept) samples.shift()
      smoothed = [...samples].sort((a, b) => a - b)[samples.length >> 1] ?? 0
    },
    now: () => smoothed,
  }
}
