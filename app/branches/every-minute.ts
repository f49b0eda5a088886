export const millisecondsOfMinute = 60_000

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setTimeout> | undefined

/** Minutes since the epoch. */
export function currentMinute() {
  return Math.floor(Date.now() / millisecondsOfMinute)
}

/**
 * Tells at the turn of every minute, and when the page comes to the front again: timers sleep in
 * the background. All who listen share one timer.
 * @returns ends it
 */
export function onEveryMinute(tell: () => void) {
  if (listeners.size === 0) {
    document.addEventListener('visibilitychange', tick)
    wait()
  }
  listeners.add(tell)
  return () => {
    listeners.delete(tell)
    if (listeners.size > 0) return
    document.removeEventListener('visibilitychange', tick)
    clearTimeout(timer)
  }
}

function wait() {
  clearTimeout(timer)
  timer = setTimeout(tick, millisecondsOfMinute - (Date.now() % millisecondsOfMinute))
}

function tick() {
  wait()
  for (const tell of listeners) tell()
}
