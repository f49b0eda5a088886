import type { EnquiryMessage } from '../enquiry.ts'

/** A channel that takes enquiries to the company. */
export interface Delivery {
  /** Why this configuration cannot deliver: enquiries wait for a start with another. */
  unconfigured?: string
  /** The company's mailboxes, each of which gets every message; absent where there is one receiver. */
  mailboxes?: readonly string[]
  /**
   * Delivers a message once. It may have been delivered before: receivers deduplicate by its key.
   * @param mailbox one of `mailboxes`; absent: to all of them
   * @throws DeliveryFailure
   */
  deliver: (message: EnquiryMessage, signal: AbortSignal, mailbox?: string) => Promise<void>
  /** Called once for each delivered message, to tell the visitor. Returns at once. */
  confirm?: (message: EnquiryMessage) => void
  close?: () => Promise<void> | void
}

/**
 * - unavailable: the receiver accepts no messages now
 * - deferred: it refused this message for now
 * - rejected: it refused this message for good, and may accept others
 */
type DeliveryFault = 'unavailable' | 'deferred' | 'rejected'

export class DeliveryFailure extends Error {
  override name = 'DeliveryFailure'

  /** @param reason for operators; must not contain text by a visitor or the receiver */
  constructor(
    readonly fault: DeliveryFault,
    reason: string,
    options?: ErrorOptions,
  ) {
    super(reason, options)
  }
}

/**
 * Statuses that concern the message itself; any other means a wrong setting or a failing receiver.
 */
const rejectingStatuses = [400, 409, 413, 422]

/** The line of the log about a mailbox that will not get an enquiry. */
export const refusedByMailbox = 'enquiry refused by a mailbox'

/** Converts an HTTP status other than 2xx to a failure. */
export function failureOfStatus(status: number) {
  const fault = rejectingStatuses.includes(status) ? 'rejected' : 'unavailable'
  return new DeliveryFailure(fault, `status ${status}`)
}

/** Converts an error to a failure without its message, which may quote the visitor's address. */
export function failureOfError(error: unknown): DeliveryFailure {
  if (error instanceof DeliveryFailure) return error
  const { name = 'Error', code } = error as { name?: string; code?: unknown }
  const reason = typeof code === 'string' ? code : name
  return new DeliveryFailure('unavailable', reason, { cause: error })
}

/** Returns the additional time for delivering a message's files, ms: at least 256 kB/s. */
export function timeForFiles({ enquiry }: EnquiryMessage) {
  return enquiry.files.reduce((sum, { size }) => sum + size, 0) / 256
}

/**
 * Delivers a message within a time limit, ms, even if the receiver ignores the signal.
 * @param closing aborted when the process cannot wait any longer
 * @throws DeliveryFailure
 */
export async function attemptDelivery(
  delivery: Pick<Delivery, 'deliver'>,
  message: EnquiryMessage,
  ms: number,
  closing?: AbortSignal,
  mailbox?: string,
) {
  const attempt = new AbortController()
  const timer = setTimeout(() => attempt.abort(failed('timeout')), ms)
  const onClosing = () => attempt.abort(failed('shutdown'))
  closing?.addEventListener('abort', onClosing)
  const aborted = new Promise<never>((_, reject) => {
    attempt.signal.addEventListener('abort', () => reject(reasonOf(attempt.signal)))
  })
  try {
    await Promise.race([delivery.deliver(message, attempt.signal, mailbox), aborted])
  } catch (error) {
    throw attempt.signal.aborted ? reasonOf(attempt.signal) : failureOfError(error)
  } finally {
    clearTimeout(timer)
    closing?.removeEventListener('abort', onClosing)
  }
}

function failed(reason: string) {
  return new DeliveryFailure('unavailable', reason)
}

function reasonOf({ reason }: AbortSignal) {
  return failureOfError(reason)
}

/** Returns the addresses of an enquiry's files, in their order, for as long as they are kept. */
export type FileUrls = (message: EnquiryMessage) => string[]
