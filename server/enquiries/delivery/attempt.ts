import type { EnquiryMessage } from '../enquiry-message.ts'
import { DeliveryFailure, failureOfError, type Delivery } from './delivery.ts'

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
