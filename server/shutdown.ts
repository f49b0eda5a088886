import { get, type Server } from 'node:http'
import path from 'node:path'
import { inspect } from 'node:util'
import { log } from '@site/runtime/log'
import { metrics } from './observe/metrics.ts'

/** A shutdown takes at most the sum, 26 s, which is below the 30 s that most supervisors wait. */
const limits = {
  /** Time for proxies to notice failed readiness, while the site still serves. */
  noticeMs: 3_000,
  /** Time for responses in progress. */
  drainMs: 15_000,
  /** Time for closing other resources. On a busy machine, the thread that fills the index needs seconds to end. */
  releaseMs: 8_000,
}

/** A terminal and npm both forward the same Ctrl-C, so signals this close count once. */
const sameSignalMs = 500

const pollMs = 25

type ShutdownSignal = 'SIGTERM' | 'SIGINT'

interface ShutdownOptions {
  /** The listener for visitors. */
  server: { close(): void; closeIdleConnections(): void; closeAllConnections(): void }
  requests: { underWay(): number; closeConnections(): void }
  /** Whether anything can observe readiness. */
  isReadinessObserved: () => boolean
  /** Whether a process manager started the site: pm2 and others send SIGINT, and have a channel to it. */
  hasManager: () => boolean
  /** Closes everything else. */
  release: () => Promise<void>
  exit: (code: number) => void
}

/** Shuts down gracefully: fails readiness, stops accepting, drains, releases resources. */
export function createShutdown(options: ShutdownOptions, overrides: Partial<typeof limits> = {}) {
  const { server, requests, isReadinessObserved, hasManager, release, exit } = options
  const { noticeMs, drainMs, releaseMs } = { ...limits, ...overrides }
  const stopping = new AbortController()
  let first: { signal: ShutdownSignal; at: number } | null = null

  async function shutDown(code: number, givesNotice: boolean) {
    if (stopping.signal.aborted) return
    stopping.abort()
    requests.closeConnections()
    if (givesNotice && (isReadinessObserved() || hasManager())) await pause(noticeMs)

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
      log.info({ signal }, 'site stopping')
      void shutDown(0, signal === 'SIGTERM' || hasManager())
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

const exceptionLimits = {
  /** Time window, ms. */
  windowMs: 60_000,
  /** With more exceptions than this in the window, the cause is considered permanent. */
  maxInWindow: 100,
}

interface UncaughtExceptionOptions {
  /** Whether the process still responds to visitors. */
  isServing: () => Promise<boolean>
  /** Starts a graceful shutdown with a failure exit code. */
  shutDown: () => void
  /** Aborted when a shutdown starts. */
  stopping: AbortSignal
  /** Monotonic clock in ms; injected by tests. */
  now?: () => number
}

/**
 * Handles uncaught exceptions and unhandled rejections. The process keeps running if it still
 * responds; otherwise, or after too many exceptions, it shuts down gracefully. The request that
 * failed may be left without a response; the listener's timeouts close its connection.
 * @returns the handler of both events
 */
export function createUncaughtExceptionHandler(
  { isServing, shutDown, stopping, now = () => performance.now() }: UncaughtExceptionOptions,
  { windowMs, maxInWindow } = exceptionLimits,
) {
  /** Times of the latest exceptions, oldest first. */
  const times: number[] = []
  let isChecking = false
  /** Another exception occurred during the running check. */
  let mustRecheck = false

  /** Whether there were too many in the time window to keep running. */
  function isFlooding() {
    const at = now()
    times.push(at)
    if (times.length <= maxInWindow) return false
    return at - (times.shift() ?? at) < windowMs
  }

  async function check() {
    mustRecheck = true
    if (isChecking) return
    isChecking = true
    let isOk = true
    while (isOk && mustRecheck) {
      mustRecheck = false
      isOk = await isServing().catch(() => false)
    }
    isChecking = false
    if (isOk || stopping.aborted) return
    log.fatal('not responding after an uncaught exception: shutting down')
    shutDown()
  }

  return (error: unknown) => {
    metrics.uncaughtExceptions.inc()
    const areTooMany = isFlooding()
    // Logging each would flood the log until shutdown completes.
    if (areTooMany && stopping.aborted) return
    log.fatal(
      { error: error instanceof Error ? error.stack : inspect(error) },
      'uncaught exception',
    )
    if (stopping.aborted) return
    if (!areTooMany) return void check()
    log.fatal({ count: maxInWindow }, 'too many uncaught exceptions: shutting down')
    shutDown()
  }
}

/** Timeout for one response, ms. A failed check is repeated, since a busy machine may be slow. */
const timeoutMs = 5_000

/**
 * Whether a server responds to a request on its own listener, sent as a visitor would. Any status counts, since load
 * shedding may reject it. False while it does not listen.
 */
export async function isResponding(
  server: Pick<Server, 'address' | 'listening'>,
): Promise<boolean> {
  return (await respondsOnce(server)) || (await respondsOnce(server))
}

function respondsOnce(server: Pick<Server, 'address' | 'listening'>): Promise<boolean> {
  const where = whereOf(server.address())
  // A host that takes the listener may keep its address to itself.
  if (where === null) return Promise.resolve(server.listening)
  return new Promise((resolve) => {
    const request = get(
      {
        ...where,
        // Rendered by the app without any content call.
        path: '/robots.txt',
        // This host is accepted whatever the site's public name is.
        headers: { host: 'localhost' },
        agent: false,
        signal: AbortSignal.timeout(timeoutMs),
      },
      (response) => {
        response.resume()
        response.once('error', () => resolve(false))
        response.once('close', () => resolve(response.complete))
      },
    )
    request.once('error', () => resolve(false))
  })
}

/** A server that listens on all addresses is reached on loopback. @returns null if the address says nothing */
function whereOf(address: ReturnType<Server['address']>) {
  if (typeof address === 'string') return path.isAbsolute(address) ? { socketPath: address } : null
  if (!address) return null
  const loopback: Partial<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' }
  return { host: loopback[address.address] ?? address.address, port: address.port }
}
