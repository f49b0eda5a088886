import type { EnquiryMessage } from './enquiry.ts'

/** A way for enquiries to reach the company. */
export interface Delivery {
  /**
   * Delivers a message once. It may have been delivered before: receivers tell by its key.
   * @throws DeliveryFailure
   */
  deliver: (message: EnquiryMessage, signal: AbortSignal) => Promise<void>
  /** Called once for each delivered message, to tell the visitor. Returns at once. */
  confirm?: (message: EnquiryMessage) => void
  close?: () => Promise<void> | void
}

/**
 * - unavailable: the receiver takes no messages now
 * - rejected: it refused this very message, and may take others
 */
type DeliveryFault = 'unavailable' | 'rejected'

export class DeliveryFailure extends Error {
  override name = 'DeliveryFailure'

  /** @param reason for operators; it must contain nothing that a visitor or the receiver has written */
  constructor(
    readonly fault: DeliveryFault,
    reason: string,
    options?: ErrorOptions,
  ) {
    super(reason, options)
  }
}

/** Statuses that concern the message itself. Any other one is that of a wrong setting or a failing receiver. */
const rejectingStatuses = [400, 409, 413, 422]

/** The failure that an HTTP status other than 2xx means. */
export function failureOfStatus(status: number) {
  const fault = rejectingStatuses.includes(status) ? 'rejected' : 'unavailable'
  return new DeliveryFailure(fault, `status ${status}`)
}

/** An error as a failure. Its message is not used: it may quote the visitor's address. */
export function failureOfError(error: unknown): DeliveryFailure {
  if (error instanceof DeliveryFailure) return error
  const { name = 'Error', code } = error as { name?: string; code?: unknown }
  const reason = typeof code === 'string' ? code : name
  return new DeliveryFailure('unavailable', reason, { cause: error })
}

/**
 * Delivers a message within a time, whatever the receiver does.
 * @param closing aborted when the process cannot wait any longer
 * @throws DeliveryFailure
 */
export async function attemptDelivery(
  { deliver }: Pick<Delivery, 'deliver'>,
  message: EnquiryMessage,
  ms: number,
  closing?: AbortSignal,
) {
  const attempt = new AbortController()
  const timer = setTimeout(() => attempt.abort(failed('timeout')), ms)
  const onClosing = () => attempt.abort(failed('shutdown'))
  closing?.addEventListener('abort', onClosing)
  const aborted = new Promise<never>((_, reject) => {
    attempt.signal.addEventListener('abort', () => reject(reasonOf(attempt.signal)))
  })
  try {
    await Promise.race([deliver(message, attempt.signal), aborted])
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
