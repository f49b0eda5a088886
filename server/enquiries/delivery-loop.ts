import { randomUUID } from 'node:crypto'
import { log, createThrottledLog } from '@site/runtime/log'
import { metrics } from '../observe/metrics.ts'
import type { EnquiryMessage } from './enquiry.ts'
import type { OutboxSummary, StoredEnquiry } from './outbox.ts'
import type { OutboxThread } from './outbox-thread.ts'
import { parseStoredEnquiry } from './stored-enquiry.ts'
import {
  attemptDelivery,
  DeliveryFailure,
  failureOfError,
  timeForFiles,
  type Delivery,
} from './delivery.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** In ms. */
const defaultLimits = {
  attempt: 10_000,
  /** Longer than an attempt: during an attempt, no other process may deliver. */
  lease: 15_000,
  /** How long a shutdown waits for an attempt. */
  closing: 2_000,
  /** How often to look for enquiries that other processes have left. */
  poll: 30_000,
  /**
   * Maximum duration of a round of deliveries: the work between rounds, such as erasure, must not
   * wait for a flood to end.
   */
  round: 30_000,
  /** Back-off of an enquiry while the receiver is unavailable: first and maximum. */
  firstPause: 1_000,
  maxPause: 15 * minuteMs,
  /** Back-off of an enquiry that the receiver refused: first and maximum. */
  firstRejectedPause: minuteMs,
  maxRejectedPause: 6 * hourMs,
  giveUp: 7 * dayMs,
  /**
   * The loop's pause after a failed delivery: first and maximum; bounds the requests to a receiver
   * that is down.
   */
  firstRest: 100,
  maxRest: 2_000,
  /** An enquiry that waits longer raises an alarm. */
  alarm: 15 * minuteMs,
  erase: 10 * minuteMs,
  /** How long an erased enquiry is remembered, so that it is not accepted again. */
  remember: 400 * dayMs,
  /** How long it is remembered while the outbox is full: longer than a form may be open. */
  rememberIfFull: 2 * dayMs,
}

export type DeliveryLimits = typeof defaultLimits

interface DeliveryLoopOptions {
  outbox: Pick<
    OutboxThread,
    'lease' | 'release' | 'markDelivered' | 'markFailed' | 'summarise' | 'erase'
  >
  /** Whether the outbox file exists. */
  hasOutbox: () => Promise<boolean>
  /** Deletes files without an enquiry, as of a time in ms. */
  cleanFiles: (now: number) => Promise<void>
  /** Null delivers nothing; delivered enquiries are still erased. */
  delivery: Delivery | null
  /** How long a delivered enquiry is kept, ms. */
  keepMs: number
  /** Called with null while the outbox cannot be read. */
  onSummary: (summary: OutboxSummary | null) => void
  /** A clock, ms since the epoch; injected by tests. */
  now: () => number
  limits: Partial<DeliveryLimits>
}

/**
 * Delivers the enquiries in the outbox one at a time, at least once, those with the fewest attempts
 * first. Each has its own back-off, so that a failing one delays no other. Only one of the
 * processes that share an outbox delivers at a time.
 */
export function createDeliveryLoop(options: DeliveryLoopOptions) {
  const { outbox, hasOutbox, cleanFiles, delivery, keepMs, onSummary, now } = options
  const limits = { ...defaultLimits, ...options.limits }
  const holder = randomUUID()
  const closing = new AbortController()
  /**
   * Times of delivered enquiries by ID that are not yet marked in the outbox; they are marked
   * before the next delivery.
   */
  const unmarked = new Map<number, number>()
  let summary: OutboxSummary | null = null
  let failuresInARow = 0
  let pausedUntil = 0
  let eraseAt = 0
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | null = null
  let holdsLease = false
  let isWoken = false
  let isClosed = false

  const logAlarm = createThrottledLog(
    (_suppressed, facts: object) => log.error(facts, 'enquiries not delivered'),
    now,
    hourMs,
  )
  const logFailure = createThrottledLog((suppressed, reference: string, error: string) =>
    log.warn({ reference, error, suppressed }, 'enquiry delivery failed'),
  )
  const logOutboxFailure = createThrottledLog(
    (suppressed, error: unknown) =>
      log.error({ error: String(error), suppressed }, 'enquiry outbox failed'),
    now,
    limits.alarm,
  )

  function wake() {
    isWoken = true
    if (isClosed || running) return
    running = run().finally(() => {
      running = null
      if (isWoken) wake()
    })
  }

  async function run() {
    let wakeAt = Infinity
    while (isWoken && !isClosed) {
      isWoken = false
      wakeAt = await deliverRound().catch((error: unknown) => {
        if (!isClosed) logOutboxFailure(error)
        return Infinity
      })
      reportLateness()
    }
    clearTimeout(timer)
    if (isClosed) return
    const ms = Math.min(wakeAt - now(), limits.poll)
    timer = setTimeout(wake, Math.max(ms, 0)).unref()
  }

  /** @returns when the next round is due */
  async function deliverRound() {
    if (!(await hasOutbox())) {
      await eraseOld(false)
      return Infinity
    }
    for (const [id, at] of unmarked) await markDelivered(id, at)
    await summarise()
    const due = await deliverDue().finally(release)
    if (due.attempts > 0) await summarise()
    await eraseOld(true)
    return due.nextAt
  }

  /** Erases old enquiries, and then the files that none has any more. */
  async function eraseOld(hasFile: boolean) {
    if (now() < eraseAt) return
    // Set before the call, so that a failing erasure is not repeated in every round.
    eraseAt = now() + limits.erase
    const { remember, rememberIfFull } = limits
    if (hasFile) await outbox.erase(now() - keepMs, now() - remember, now() - rememberIfFull)
    await cleanFiles(now())
  }

  async function deliverDue() {
    const endsAt = performance.now() + limits.round
    for (let attempts = 0; ; attempts += 1) {
      if (isClosed || !delivery || delivery.unconfigured) return { attempts, nextAt: Infinity }
      if (now() < pausedUntil) return { attempts, nextAt: pausedUntil }
      if (performance.now() >= endsAt) return { attempts, nextAt: now() }
      const leased = await leaseNext()
      if (!('message' in leased)) return { attempts, nextAt: leased.askAgainAt ?? Infinity }
      const { message } = leased
      const failure = await deliver(delivery, message)
      if (failure) await handleFailure(message, failure)
      else failuresInARow = 0
    }
  }

  async function leaseNext() {
    const leased = await outbox.lease(holder, now(), limits.lease)
    if ('message' in leased) holdsLease = true
    return leased
  }

  async function release() {
    if (holdsLease) await outbox.release(holder)
    holdsLease = false
  }

  /**
   * Delivers a message and marks it.
   * @returns why it was not delivered
   */
  async function deliver(
    { deliver, confirm }: Delivery,
    { id, reference, revision, receivedAt, attempts, ...stored }: StoredEnquiry,
  ): Promise<DeliveryFailure | null> {
    const enquiry = parseStoredEnquiry(stored.enquiry)
    if (!enquiry) return new DeliveryFailure('rejected', 'stored by another version')
    const message: EnquiryMessage = { reference, revision, receivedAt, attempts, enquiry }
    const timeoutMs = limits.attempt + timeForFiles(message)
    const renewal = setInterval(() => {
      outbox.lease(holder, now(), limits.lease).catch(() => undefined)
    }, limits.lease / 3)
    try {
      await attemptDelivery({ deliver }, message, timeoutMs, closing.signal)
    } catch (error) {
      return failureOfError(error)
    } finally {
      clearInterval(renewal)
    }
    const at = now()
    unmarked.set(id, at)
    metrics.enquiryDeliveries.inc({ outcome: 'delivered' })
    log.info({ reference, revision, attempts: attempts + 1 }, 'enquiry delivered')
    confirm?.(message)
    await markDelivered(id, at)
    return null
  }

  async function markDelivered(id: number, at: number) {
    await outbox.markDelivered(id, at)
    unmarked.delete(id)
  }

  async function handleFailure(message: StoredEnquiry, failure: DeliveryFailure) {
    // An attempt aborted by the shutdown counts neither way.
    if (closing.signal.aborted) return
    metrics.enquiryDeliveries.inc({ outcome: failure.fault })
    logFailure(message.reference, failure.message)
    const isRejected = failure.fault === 'rejected'
    // It may have waited for days, without an attempt, for a delivery that is configured.
    const triedSince = message.attempts === 0 ? now() : message.triedSince
    failuresInARow = isRejected ? 0 : failuresInARow + 1
    if (!isRejected) {
      pausedUntil = now() + pauseAfter(failuresInARow, limits.firstRest, limits.maxRest)
    }
    await outbox.markFailed(message.id, {
      error: failure.message,
      isRejected,
      triedSince,
      state: now() - triedSince >= limits.giveUp ? 'failed' : 'waiting',
      nextAttemptAt: now() + backoffOf(message, isRejected, limits),
    })
  }

  async function summarise() {
    try {
      summary = await outbox.summarise()
      onSummary(summary)
    } catch (error) {
      onSummary(null)
      throw error
    }
  }

  /** Uses the last known summary, since the outbox may be what fails. */
  function reportLateness() {
    if (!summary) return
    const { waiting, failed, oldestWaitingAt, lastError } = summary
    const error = delivery?.unconfigured ?? lastError
    const oldestMs = oldestWaitingAt === null ? 0 : now() - oldestWaitingAt
    if (oldestMs <= limits.alarm && failed === 0) return
    logAlarm({ waiting, failed, oldestSeconds: Math.round(oldestMs / 1000), error })
  }

  return {
    /** Looks for enquiries to deliver, at once if idle. */
    wake,
    /** Like `wake`, but skips the pause after a failure. */
    wakeNow() {
      pausedUntil = 0
      wake()
    },
    /** Waits briefly for a running attempt; an aborted one is repeated after the start. */
    async close() {
      isClosed = true
      clearTimeout(timer)
      const cutOff = setTimeout(() => closing.abort(), limits.closing)
      await running
      clearTimeout(cutOff)
    },
  }
}

/** Returns the back-off of an enquiry after a failed attempt, ms. */
function backoffOf(
  { attempts, rejections }: StoredEnquiry,
  isRejected: boolean,
  limits: DeliveryLimits,
) {
  return isRejected
    ? pauseAfter(rejections + 1, limits.firstRejectedPause, limits.maxRejectedPause)
    : pauseAfter(attempts - rejections + 1, limits.firstPause, limits.maxPause)
}

/**
 * Doubles with each failure, shortened at random by up to a half, so that processes do not
 * synchronise.
 */
function pauseAfter(failures: number, first: number, max: number) {
  return Math.min(first * 2 ** (failures - 1), max) * (1 - Math.random() / 2)
}
