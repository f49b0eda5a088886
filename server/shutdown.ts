import { log } from './log.ts'

/** The longest stop takes these three together, 21 s: less than the 30 s that most supervisors wait. */
const limits = {
  /** For proxies to notice that the site is not ready, while it serves on. */
  noticeMs: 3_000,
  /** For answers under way. */
  drainMs: 15_000,
  /** For what the process has open besides. */
  releaseMs: 3_000,
}

/** A terminal and npm both pass the same Ctrl-C on: it is one. */
const sameSignalMs = 500

const lookMs = 25

export type StopSignal = 'SIGTERM' | 'SIGINT'

export interface StopPieces {
  /** The listener for visitors. */
  server: { close(): void; closeIdleConnections(): void; closeAllConnections(): void }
  requests: { underWay(): number; closeConnections(): void }
  /** Whether somebody can see that the site is not ready any more. */
  isWatched: () => boolean
  /** Closes everything else. */
  release: () => Promise<void>
  exit: (code: number) => void
}

export type Shutdown = ReturnType<typeof createShutdown>

/**
 * Ends the process in order: first it says so, then it takes no more requests, then it waits for the
 * answers under way, then it lets go of everything else.
 */
export function createShutdown(pieces: StopPieces, given: Partial<typeof limits> = {}) {
  const { server, requests, isWatched, release, exit } = pieces
  const { noticeMs, drainMs, releaseMs } = { ...limits, ...given }
  const stopping = new AbortController()
  let first: { signal: StopSignal; at: number } | null = null

  async function stop(code: number, givesNotice: boolean) {
    if (stopping.signal.aborted) return
    stopping.abort()
    requests.closeConnections()
    if (givesNotice && isWatched()) await pause(noticeMs)

    server.close()
    server.closeIdleConnections()
    const deadline = performance.now() + drainMs
    while (requests.underWay() > 0 && performance.now() < deadline) await pause(lookMs)
    const cut = requests.underWay()
    if (cut > 0) log.warn({ requests: cut }, 'requests aborted at shutdown')
    // What is left has asked for nothing, or for too much.
    server.closeAllConnections()

    const isReleased = await Promise.race([
      release().then(
        () => true,
        (error: unknown) => {
          log.error({ error: String(error) }, 'shutdown failed')
          return false
        },
      ),
      pause(releaseMs, false),
    ])
    exit(isReleased ? code : code || 1)
  }

  return {
    /** Aborted once the process is about to end. */
    signal: stopping.signal,
    /** An operator's wish. A second one ends the process at once; Ctrl-C gives nobody notice. */
    onSignal(signal: StopSignal) {
      const isSame = first?.signal === signal && performance.now() - first.at < sameSignalMs
      if (isSame) return
      if (first) return exit(1)
      first = { signal, at: performance.now() }
      void stop(0, signal === 'SIGTERM')
    },
    /** Shuts down gracefully for a failure of the process itself, which the exit code tells of. */
    onFailure() {
      void stop(1, true)
    },
  }
}

/** By the global timer, which tests can put forward. */
function pause<T>(ms: number, value?: T) {
  return new Promise<T | undefined>((resolve) => {
    setTimeout(resolve, ms, value)
  })
}
