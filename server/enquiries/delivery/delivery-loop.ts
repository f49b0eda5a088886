import { randomUUID } from 'node:crypto'
import { log, createThrottledLog } from '@site/runtime/log'
import { metrics } from '../../observe/metrics.ts'
import type { EnquiryMessage } from '../enquiry.ts'
import type { FailedAttempt, MailboxState, StoredEnquiry } from '../outbox/outbox.ts'
import type { OutboxSummary } from '../outbox/outbox-file.ts'
import type { OutboxThread } from '../outbox/outbox-thread.ts'
import { parseStoredEnquiry } from '../outbox/stored-enquiry.ts'
import {
  attemptDelivery,
  DeliveryFailure,
  failureOfError,
  refusedByMailbox,
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
    'lease' | 'release' | 'markDelivered' | 'markMailbox' | 'markFailed' | 'summarise' | 'erase'
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

/** The delivery of the outbox's enquiries, which runs from the first `wake` until `close`. */
interface DeliveryLoopControl {
  /** Looks for enquiries to deliver, at once if idle. Errors are logged, never thrown. */
  wake(): void
  /** Like `wake`, but skips the pause after a failure. */
  wakeNow(): void
  /** Waits up to 2 s for a running attempt; an aborted one is repeated after the start. */
  close(): Promise<void>
}

/**
 * Delivers the enquiries in the outbox one at a time, at least once, those with the fewest attempts
 * first. Each has its own back-off, so that a failing one delays no other. Only one of the
 * processes that share an outbox delivers at a time.
 */
export class DeliveryLoop implements DeliveryLoopControl {
  readonly #options: DeliveryLoopOptions
  readonly #outbox: DeliveryLoopOptions['outbox']
  readonly #now: () => number
  readonly #limits: DeliveryLimits
  readonly #holder = randomUUID()
  readonly #closing = new AbortController()
  /**
   * Times of delivered enquiries by ID that are not yet marked in the outbox; they are marked
   * before the next delivery.
   */
  readonly #unmarked = new Map<number, number>()
  /** States of mailboxes by ID of the enquiry that could not be stored in the outbox; they replace those that are. */
  readonly #unstored = new Map<number, Map<string, MailboxState>>()
  #summary: OutboxSummary | null = null
  #failuresInARow = 0
  /** Times are in ms since the epoch. */
  #pausedUntil = 0
  #eraseAt = 0
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> | null = null
  #holdsLease = false
  #isWoken = false
  #isClosed = false
  readonly #logAlarm
  readonly #logFailure
  readonly #logOutboxFailure

  constructor(options: DeliveryLoopOptions) {
    this.#options = options
    this.#outbox = options.outbox
    this.#now = options.now
    this.#limits = { ...defaultLimits, ...options.limits }
    this.#logAlarm = createThrottledLog(
      (_suppressed, facts: object) => log.error(facts, 'enquiries not delivered'),
      options.now,
      hourMs,
    )
    this.#logFailure = createThrottledLog((suppressed, reference: string, error: string) =>
      log.warn({ reference, error, suppressed }, 'enquiry delivery failed'),
    )
    this.#logOutboxFailure = createThrottledLog(
      (suppressed, error: unknown) =>
        log.error({ error: String(error), suppressed }, 'enquiry outbox failed'),
      options.now,
      this.#limits.alarm,
    )
  }

  wake() {
    this.#isWoken = true
    if (this.#isClosed || this.#running) return
    this.#running = this.#run().finally(() => {
      this.#running = null
      if (this.#isWoken) this.wake()
    })
  }

  wakeNow() {
    this.#pausedUntil = 0
    this.wake()
  }

  async close() {
    this.#isClosed = true
    clearTimeout(this.#timer)
    const cutOff = setTimeout(() => this.#closing.abort(), this.#limits.closing)
    await this.#running
    clearTimeout(cutOff)
  }

  async #run() {
    let wakeAt = Infinity
    while (this.#isWoken && !this.#isClosed) {
      this.#isWoken = false
      wakeAt = await this.#deliverRound().catch((error: unknown) => {
        if (!this.#isClosed) this.#logOutboxFailure(error)
        return Infinity
      })
      this.#reportLateness()
    }
    clearTimeout(this.#timer)
    if (this.#isClosed) return
    const ms = Math.min(wakeAt - this.#now(), this.#limits.poll)
    this.#timer = setTimeout(() => this.wake(), Math.max(ms, 0)).unref()
  }

  /** @returns when the next round is due */
  async #deliverRound() {
    if (!(await this.#options.hasOutbox())) {
      await this.#eraseOld(false)
      return Infinity
    }
    for (const [id, at] of this.#unmarked) await this.#markDelivered(id, at)
    await this.#summarise()
    const due = await this.#deliverDue().finally(() => this.#release())
    if (due.attempts > 0) await this.#summarise()
    await this.#eraseOld(true)
    return due.nextAt
  }

  /** Erases old enquiries, and then the files that none has any more. */
  async #eraseOld(hasFile: boolean) {
    if (this.#now() < this.#eraseAt) return
    // Set before the call, so that a failing erasure is not repeated in every round.
    this.#eraseAt = this.#now() + this.#limits.erase
    const { remember, rememberIfFull } = this.#limits
    const now = this.#now()
    if (hasFile) {
      const { keepMs } = this.#options
      await this.#outbox.erase(now - keepMs, now - remember, now - rememberIfFull)
    }
    await this.#options.cleanFiles(this.#now())
  }

  async #deliverDue() {
    const { delivery } = this.#options
    const endsAt = performance.now() + this.#limits.round
    for (let attempts = 0; ; attempts += 1) {
      if (this.#isClosed || !delivery || delivery.unconfigured) {
        return { attempts, nextAt: Infinity }
      }
      if (this.#now() < this.#pausedUntil) return { attempts, nextAt: this.#pausedUntil }
      if (performance.now() >= endsAt) return { attempts, nextAt: this.#now() }
      const leased = await this.#leaseNext()
      if (!('message' in leased)) return { attempts, nextAt: leased.askAgainAt ?? Infinity }
      const { message } = leased
      const failure = await this.#deliver(delivery, message)
      if (failure) await this.#handleFailure(message, failure)
      else this.#failuresInARow = 0
    }
  }

  async #leaseNext() {
    const leased = await this.#outbox.lease(this.#holder, this.#now(), this.#limits.lease)
    if ('message' in leased) this.#holdsLease = true
    return leased
  }

  async #release() {
    if (this.#holdsLease) await this.#outbox.release(this.#holder)
    this.#holdsLease = false
  }

  /**
   * Delivers a message and marks it.
   * @returns why it was not delivered, to all mailboxes if there are several
   */
  async #deliver(
    delivery: Delivery,
    { id, reference, revision, receivedAt, attempts, mailboxes, ...stored }: StoredEnquiry,
  ): Promise<DeliveryFailure | null> {
    const enquiry = parseStoredEnquiry(stored.enquiry)
    if (!enquiry) return new DeliveryFailure('rejected', 'stored by another version')
    const message: EnquiryMessage = { reference, revision, receivedAt, attempts, enquiry }
    const renewal = setInterval(() => {
      this.#outbox.lease(this.#holder, this.#now(), this.#limits.lease).catch(() => undefined)
    }, this.#limits.lease / 3)
    try {
      const failure = delivery.mailboxes
        ? await this.#deliverToMailboxes(delivery, message, { id, mailboxes })
        : await this.#attempt(delivery, message)
      if (failure) return failure
    } finally {
      clearInterval(renewal)
    }
    const at = this.#now()
    this.#unmarked.set(id, at)
    metrics.enquiryDeliveries.inc({ outcome: 'delivered' })
    log.info({ reference, revision, attempts: attempts + 1 }, 'enquiry delivered')
    if (!delivery.mailboxes) delivery.confirm?.(message)
    await this.#markDelivered(id, at)
    this.#unstored.delete(id)
    return null
  }

  /** @returns why the receiver, or one of the mailboxes, did not take a message */
  #attempt(delivery: Delivery, message: EnquiryMessage, mailbox?: string) {
    const timeoutMs = this.#limits.attempt + timeForFiles(message)
    return attemptDelivery(delivery, message, timeoutMs, this.#closing.signal, mailbox).then(
      () => null,
      failureOfError,
    )
  }

  /**
   * Delivers a message to each mailbox that does not have it yet. A refusal for good ends the attempts for that mailbox
   * as soon as another one has the message: before, nobody at the company has it.
   * @returns why it has to be tried again
   */
  async #deliverToMailboxes(
    delivery: Delivery,
    message: EnquiryMessage,
    { id, mailboxes }: Pick<StoredEnquiry, 'id' | 'mailboxes'>,
  ): Promise<DeliveryFailure | null> {
    const states = this.#unstored.get(id) ?? new Map(mailboxes.map((each) => [each.address, each]))
    const isReached = () => [...states.values()].some(({ state }) => state === 'delivered')
    const mark = async (address: string, state: MailboxState['state'], error: string | null) => {
      states.set(address, { address, state, error })
      this.#unstored.set(id, states)
      await this.#outbox.markMailbox(id, { address, state, error })
      this.#unstored.delete(id)
    }
    const failures: [mailbox: string, failure: DeliveryFailure][] = []
    for (const mailbox of delivery.mailboxes ?? []) {
      const state = states.get(mailbox)?.state
      if (state === 'delivered' || state === 'refused') continue
      if (this.#closing.signal.aborted) return new DeliveryFailure('unavailable', 'shutdown')
      const failure = await this.#attempt(delivery, message, mailbox)
      if (failure) {
        failures.push([mailbox, failure])
        continue
      }
      if (!isReached()) delivery.confirm?.(message)
      await mark(mailbox, 'delivered', null)
    }
    if (this.#closing.signal.aborted || !isReached()) return firstToRetry(failures)
    for (const [mailbox, { fault, message: error }] of failures) {
      await mark(mailbox, fault === 'rejected' ? 'refused' : 'deferred', error)
      if (fault !== 'rejected') continue
      metrics.enquiryMailboxRefusals.inc({ mailbox })
      log.error({ reference: message.reference, mailbox, error }, refusedByMailbox)
    }
    return firstToRetry(failures.filter(([, { fault }]) => fault !== 'rejected'))
  }

  async #markDelivered(id: number, at: number) {
    await this.#outbox.markDelivered(id, at)
    this.#unmarked.delete(id)
  }

  async #handleFailure(message: StoredEnquiry, failure: DeliveryFailure) {
    // An attempt aborted by the shutdown counts neither way.
    if (this.#closing.signal.aborted) return
    metrics.enquiryDeliveries.inc({ outcome: failure.fault })
    this.#logFailure(message.reference, failure.message)
    const isRejected = failure.fault === 'rejected'
    const now = this.#now()
    this.#failuresInARow = isRejected ? 0 : this.#failuresInARow + 1
    if (!isRejected) {
      const { firstRest, maxRest } = this.#limits
      this.#pausedUntil = now + pauseAfter(this.#failuresInARow, firstRest, maxRest)
    }
    await this.#outbox.markFailed(message.id, nextAttempt(message, failure, this.#limits, now))
  }

  async #summarise() {
    try {
      this.#summary = await this.#outbox.summarise()
      this.#options.onSummary(this.#summary)
    } catch (error) {
      this.#options.onSummary(null)
      throw error
    }
  }

  /** Uses the last known summary, since the outbox may be what fails. */
  #reportLateness() {
    const unconfigured = this.#options.delivery?.unconfigured
    const lateness = this.#summary && latenessOf(this.#summary, this.#limits.alarm, this.#now())
    if (!lateness) return
    this.#logAlarm({ ...lateness, error: unconfigured ?? lateness.error })
  }
}

/** Returns the failure that is tried again first, with its mailbox; null without one. */
function firstToRetry(failures: [mailbox: string, failure: DeliveryFailure][]) {
  const [mailbox, failure] =
    failures.find(([, { fault }]) => fault !== 'rejected') ?? failures[0] ?? []
  if (!mailbox || !failure) return null
  return new DeliveryFailure(failure.fault, `${mailbox}: ${failure.message}`, { cause: failure })
}

/** Returns what the alarm says if an enquiry has failed or waits longer than `alarmMs`. */
function latenessOf(
  { waiting, failed, oldestWaitingAt, lastError }: OutboxSummary,
  alarmMs: number,
  now: number,
) {
  const oldestMs = oldestWaitingAt === null ? 0 : now - oldestWaitingAt
  if (oldestMs <= alarmMs && failed === 0) return null
  return { waiting, failed, oldestSeconds: Math.round(oldestMs / 1000), error: lastError }
}

/** Returns when an enquiry is due after a failed attempt, or that it is given up. */
function nextAttempt(
  message: StoredEnquiry,
  failure: DeliveryFailure,
  limits: DeliveryLimits,
  now: number,
): FailedAttempt {
  const isRejected = failure.fault === 'rejected'
  // It may have waited for days, without an attempt, for a delivery that is configured.
  const triedSince = message.attempts === 0 ? now : message.triedSince
  return {
    error: failure.message,
    isRejected,
    triedSince,
    state: now - triedSince >= limits.giveUp ? 'failed' : 'waiting',
    nextAttemptAt: now + backoffOf(message, isRejected, limits),
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
