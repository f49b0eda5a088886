import { ownThreadFolder } from '@site/runtime/programs'
import { threadCpuTime } from '@site/runtime/thread-client'

/**
 * Watches how long this thread's event loop is blocked at a time. Measures CPU time of the thread,
 * since other processes use the CPU of a busy machine too.
 * @returns a function that stops watching and returns the longest time, ms
 */
export function watchLoop() {
  const folder = ownThreadFolder()
  const now = () => threadCpuTime(folder) ?? performance.now()
  let last = now()
  let longest = 0
  const timer = setInterval(() => {
    const time = now()
    longest = Math.max(longest, time - last)
    last = time
  }, 2)
  return () => {
    clearInterval(timer)
    return longest
  }
}

/** Starts to measure the CPU time of this thread; returns a function for what it has taken so far, ms. */
export function startCpuTimer() {
  const folder = ownThreadFolder()
  const now = () => threadCpuTime(folder) ?? performance.now()
  const before = now()
  return () => now() - before
}

/** The CPU time that this thread takes for something synchronous, ms. */
export function cpuTimeOf(run: () => unknown) {
  const tookMs = startCpuTimer()
  run()
  return tookMs()
}
