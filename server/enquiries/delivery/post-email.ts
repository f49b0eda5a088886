import type { Config } from '../../config.ts'
import { ContentUnavailable } from '../../content/failures.ts'
import type { OtherCalls } from '../../content/other-calls.ts'
import { keyOf } from '../enquiry-message.ts'
import { subjectOf, textLines } from '../messages/company-text.ts'
import { DeliveryFailure, failureOfStatus, type Delivery } from './delivery.ts'

/** The longest title that the API takes, in characters (UTF-16 code units). */
const maxTitle = 300

/**
 * Delivers by the content API's PostEmail. The specification does not say whether the API sends the text as it
 * is or as HTML, so it is made to read well as both: each line starts with a bullet, and has no < and >.
 */
export function createPostEmailDelivery(
  postEmail: OtherCalls['postEmail'],
  settings: Config['enquiries']['postEmail'],
  host: () => string,
): Delivery {
  return {
    async deliver(message, signal) {
      const title = withoutTags(subjectOf(message))
      const lines = textLines(message, host()).map((line) => `• ${withoutTags(line)}`)
      try {
        await postEmail(
          {
            title: title.slice(0, maxTitle).toWellFormed(),
            details: lines.join('\r\n'),
            comEmail: settings.from,
            comEmailPass: settings.password,
            comEmailPort: settings.port,
            isSend: true,
          },
          { key: keyOf(message), signal },
        )
      } catch (error) {
        if (!(error instanceof ContentUnavailable)) throw error
        const { status, fault } = error
        throw status === undefined
          ? new DeliveryFailure('unavailable', fault)
          : failureOfStatus(status)
      }
    },
  }
}

function withoutTags(text: string) {
  return text.replaceAll('<', '‹').replaceAll('>', '›')
}
