export const millisecondsPerMinute = 60_000

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setTimeout> | undefined

/** Minutes since the epoch. */
export function currentMinute() {
  return Math.floor(Date.now() / millisecondsPerMinute)
}

/**
 * Calls the listener at the start of every minute, and when the page becomes visible again, since
 * browsers suspend timers in the background. All listeners share one timer.
 * @returns unsubscribes
 */
export function onEveryMinute(listener: () => void) {
  if (listeners.size === 0) {
    document.addEventListener('visibilitychange', tick)
    schedule()
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    document.removeEventListener('visibilitychange', tick)
    clearTimeout(timer)
  }
}

function schedule() {
  clearTimeout(timer)
  timer = setTimeout(tick, millisecondsPerMinute - (Date.now() % millisecondsPerMinute))
}

function tick() {
  schedule()
  for (const listener of listeners) listener()
}
