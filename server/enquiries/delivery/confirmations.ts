import { setTimeout as pause } from 'node:timers/promises'
import PQueue from 'p-queue'
import { log } from '../../log.ts'
import type { EnquiryMessage } from '../enquiry-message.ts'
import { attemptDelivery } from './attempt.ts'
import type { Delivery } from './delivery.ts'
import { failureOfError } from './delivery.ts'

const limits = {
  /** One attempt, ms. */
  attempt: 10_000,
  /** Before another attempt, ms. */
  pauses: [60_000, 10 * 60_000],
}

/**
 * Confirms enquiries to their visitors, apart from their delivery. What waits and what was sent is kept in
 * memory only: losing a confirmation at a restart costs a courtesy, while the visitor has seen the reference
 * on the page; on disk there would be one more list of addresses.
 * @param send sends a confirmation once
 */
export function createConfirmations(
  send: Delivery['deliver'],
  { pauses }: { pauses?: number[] } = {},
) {
  const queue = new PQueue({ concurrency: 1 })
  const closing = new AbortController()

  /** @returns the failure that is worth another attempt */
  async function attempt(message: EnquiryMessage) {
    try {
      await attemptDelivery({ deliver: send }, message, limits.attempt, closing.signal)
      return null
    } catch (error) {
      return failureOfError(error)
    }
  }

  async function run(message: EnquiryMessage) {
    let failure = await queue.add(() => attempt(message))
    for (const pauseMs of pauses ?? limits.pauses) {
      if (failure?.fault !== 'unavailable' || closing.signal.aborted) break
      await pause(pauseMs, undefined, { signal: closing.signal, ref: false })
      failure = await queue.add(() => attempt(message))
    }
    if (failure) {
      const { reference } = message
      log.warn({ reference, error: failure.message }, 'enquiry confirmation not sent')
    }
  }

  /** Sends a confirmation. Returns at once. */
  function confirm(message: EnquiryMessage) {
    run(message).catch(() => undefined)
  }

  return {
    confirm,
    close() {
      closing.abort()
      queue.clear()
    },
  }
}
