import { monitorEventLoopDelay } from 'node:perf_hooks'

/** Interval of the monitor's timer, ms: the value that it measures in an idle process. */
const resolutionMs = 10
/** A sample is the 90th percentile of this interval, ms; the result is the median of the last samples. */
const sampleIntervalMs = 250
const maxSamples = 4

export type LoopDelay = ReturnType<typeof watchLoopDelay>

/**
 * Monitors the event loop delay, smoothed over a second, so that one long task, such as a garbage
 * collection, does not count as overload.
 */
export function watchLoopDelay() {
  const monitor = monitorEventLoopDelay({ resolution: resolutionMs })
  const delay = createMedian()
  monitor.enable()
  const timer = setInterval(() => {
    // Without a measurement the event loop was blocked for the whole interval.
    const measured = monitor.count > 0 ? monitor.percentile(90) / 1e6 : sampleIntervalMs
    monitor.reset()
    delay.add(Math.max(0, measured - resolutionMs))
  }, sampleIntervalMs).unref()

  return {
    /** The current delay, ms. */
    now: delay.now,
    stop: () => {
      clearInterval(timer)
      monitor.disable()
    },
  }
}

/** The median of the last samples; of an even number the higher of the two in the middle. */
export function createMedian() {
  const samples: number[] = []
  let median = 0
  return {
    add: (sample: number) => {
      samples.push(sample)
      if (samples.length > maxSamples) samples.shift()
      median = [...samples].sort((a, b) => a - b)[samples.length >> 1] ?? 0
    },
    now: () => median,
  }
}
