import { ownThreadFolder, threadCpuTime } from '../../server/content/reading/thread-time.ts'

/**
 * Watches how long this thread's event loop is held at a time. What counts is the time that the
 * thread had a processor: on a busy machine others have it too.
 * @returns what ends it, and tells the longest time, ms
 */
export function watchLoop() {
  const folder = ownThreadFolder()
  const now = () => threadCpuTime(folder) ?? performance.now()
  let last = now()
  let longest = 0
  const ringing = setInterval(() => {
    const time = now()
    longest = Math.max(longest, time - last)
    last = time
  }, 2)
  return () => {
    clearInterval(ringing)
    return longest
  }
}
