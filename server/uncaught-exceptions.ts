import { get } from 'node:http'
import type { Server } from 'node:http'
import { inspect } from 'node:util'
import { log } from './log.ts'
import { metrics } from './metrics.ts'

const limits = {
  /** More within this time, ms, … */
  windowMs: 60_000,
  /** … than this come from something that does not end by itself. */
  inWindow: 100,
}

export interface UncaughtExceptionOptions {
  /** Whether the process still answers visitors. */
  isServing: () => Promise<boolean>
  /** Starts a graceful shutdown that tells of a failure. */
  shutDown: () => void
  /** Aborted once the process is about to end. */
  stopping: AbortSignal
  /** A clock in ms that never goes back; tests hand in their own. */
  now?: () => number
}

/**
 * What becomes of the process after an exception that nothing has caught, or a rejection that
 * nothing has handled: it serves on if it still answers, and else, or if there are too many of
 * them, shuts down gracefully. The request in which it happened may have been left without a
 * response; its connection is closed by the timeouts of the listener.
 * @returns the handler of both events
 */
export function createUncaughtExceptionHandler(
  { isServing, shutDown, stopping, now = () => performance.now() }: UncaughtExceptionOptions,
  { windowMs, inWindow } = limits,
) {
  /** When the latest ones came, the oldest first. */
  const times: number[] = []
  let isChecking = false
  /** Another one came since the running check began. */
  let isUnsure = false

  /** Whether there were more in the last while than a site that serves on may have. */
  function areTooMany() {
    const at = now()
    times.push(at)
    if (times.length <= inWindow) return false
    return at - (times.shift() ?? at) < windowMs
  }

  async function check() {
    isUnsure = true
    if (isChecking) return
    isChecking = true
    let serves = true
    while (serves && isUnsure) {
      isUnsure = false
      serves = await isServing().catch(() => false)
    }
    isChecking = false
    if (serves || stopping.aborted) return
    log.fatal('not responding after an uncaught exception: shutting down')
    shutDown()
  }

  return (error: unknown) => {
    metrics.uncaughtExceptions.inc()
    const isSpinning = areTooMany()
    // A line for each would fill the log until the end of the shutdown.
    if (isSpinning && stopping.aborted) return
    log.fatal(
      { error: error instanceof Error ? error.stack : inspect(error) },
      'uncaught exception',
    )
    if (stopping.aborted) return
    if (!isSpinning) return void check()
    log.fatal({ count: inWindow }, 'too many uncaught exceptions: shutting down')
    shutDown()
  }
}

/** For one answer, ms. A busy machine may take its time, and gets a second try. */
const deadlineMs = 2_000

/**
 * Whether a server answers a request on its own listener, the way a visitor's goes. Any status will
 * do: under load one may be refused. False too while it does not listen.
 */
export async function answersItself(server: Pick<Server, 'address'>): Promise<boolean> {
  return (await answersOnce(server)) || (await answersOnce(server))
}

function answersOnce(server: Pick<Server, 'address'>): Promise<boolean> {
  const address = server.address()
  if (typeof address !== 'object' || address === null) return Promise.resolve(false)
  return new Promise((resolve) => {
    const request = get(
      {
        host: hostOf(address.address),
        port: address.port,
        // Made by the app, of nothing that has to be fetched.
        path: '/robots.txt',
        // Taken whatever the site's public name is.
        headers: { host: 'localhost' },
        agent: false,
        signal: AbortSignal.timeout(deadlineMs),
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

/** A listener on all addresses of the machine is reached by loopback. */
function hostOf(address: string) {
  if (address === '0.0.0.0') return '127.0.0.1'
  return address === '::' ? '::1' : address
}
