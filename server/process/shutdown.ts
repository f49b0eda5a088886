import { log } from '../log.ts'

/** A shutdown takes at most the sum, 21 s: less than the 30 s that most supervisors wait. */
const limits = {
  /** For proxies to notice failed readiness, while the site still serves. */
  noticeMs: 3_000,
  /** For responses in progress. */
  drainMs: 15_000,
  /** For closing other resources. */
  releaseMs: 3_000,
}

/** A terminal and npm both forward the same Ctrl-C: count it once. */
const sameSignalMs = 500

const pollMs = 25

export type ShutdownSignal = 'SIGTERM' | 'SIGINT'

export interface ShutdownOptions {
  /** The listener for visitors. */
  server: { close(): void; closeIdleConnections(): void; closeAllConnections(): void }
  requests: { underWay(): number; closeConnections(): void }
  /** Whether anything can observe readiness. */
  isReadinessObserved: () => boolean
  /** Closes everything else. */
  release: () => Promise<void>
  exit: (code: number) => void
}

export type Shutdown = ReturnType<typeof createShutdown>

/** Shuts down gracefully: fails readiness, stops accepting, drains, releases resources. */
export function createShutdown(options: ShutdownOptions, overrides: Partial<typeof limits> = {}) {
  const { server, requests, isReadinessObserved, release, exit } = options
  const { noticeMs, drainMs, releaseMs } = { ...limits, ...overrides }
  const stopping = new AbortController()
  let first: { signal: ShutdownSignal; at: number } | null = null

  async function shutDown(code: number, givesNotice: boolean) {
    if (stopping.signal.aborted) return
    stopping.abort()
    requests.closeConnections()
    if (givesNotice && isReadinessObserved()) await pause(noticeMs)

    server.close()
    server.closeIdleConnections()
    const deadline = performance.now() + drainMs
    while (requests.underWay() > 0 && performance.now() < deadline) await pause(pollMs)
    const aborted = requests.underWay()
    if (aborted > 0) log.warn({ requests: aborted }, 'requests aborted at shutdown')
    // The remaining connections are idle or took too long.
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
    /** Aborted when a shutdown starts. */
    signal: stopping.signal,
    /**
     * Handles an operator's signal. A second one exits at once. Ctrl-C skips the readiness notice.
     */
    onSignal(signal: ShutdownSignal) {
      const isSame = first?.signal === signal && performance.now() - first.at < sameSignalMs
      if (isSame) return
      if (first) return exit(1)
      first = { signal, at: performance.now() }
      void shutDown(0, signal === 'SIGTERM')
    },
    /** Shuts down gracefully after an internal failure, with a failure exit code. */
    onFailure: () => void shutDown(1, true),
  }
}

/** Uses the global timer, which tests can advance. */
function pause<T>(ms: number, value?: T) {
  return new Promise<T | undefined>((resolve) => {
    setTimeout(resolve, ms, value)
  })
}
