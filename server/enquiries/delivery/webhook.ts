import { request } from 'undici'
import type { Config } from '../../config.ts'
import { ContentUnavailable } from '../../content/failures.ts'
import type { OtherCalls } from '../../content/content-calls.ts'
import { enquiryKeyOf, type EnquiryMessage } from '../enquiry.ts'
import { type MessageContext, subjectOf, textLines } from '../messages/company-text.ts'
import { mediaTypeOf } from '../../uploads/file-types.ts'
import type { FileUrls } from './delivery.ts'
import { DeliveryFailure, failureOfStatus, type Delivery } from './delivery.ts'
import { createOutgoingAgent } from '../../outgoing-agent.ts'
import type { OutgoingHeaders } from '../../outgoing-headers.ts'
import { signatureHeader, signBody } from '../../signatures.ts'

/** Maximum title length accepted by the API, in UTF-16 code units. */
const maxTitle = 300

/**
 * Delivers by the content API's PostEmail. The specification does not say whether the API sends the
 * details as text or as HTML, so they read well as both: each line starts with a bullet, and has no
 * < and >.
 */
export function createPostEmailDelivery(
  postEmail: OtherCalls['postEmail'],
  settings: Config['enquiries']['postEmail'],
  contextOf: (message: EnquiryMessage) => MessageContext,
): Delivery {
  return {
    async deliver(message, signal) {
      const title = withoutTags(subjectOf(message))
      const lines = textLines(message, contextOf(message)).map((line) => `• ${withoutTags(line)}`)
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
          { key: enquiryKeyOf(message), signal },
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

/** In ms; the delivery loop limits the whole attempt. */
const timeouts = { connect: 3_000, response: 9_000, discard: 2_000 }

/** How much of an unread response is discarded so that its connection can be reused, bytes. */
const discardedBytes = 16 * 1024

/**
 * Delivers by signed JSON posts. Redirects are not followed: they would disclose visitors' texts to
 * other hosts.
 * @param userAgent the User-Agent header
 */
export function createWebhookDelivery(
  { url, secret }: Config['enquiries']['webhook'],
  userAgent: OutgoingHeaders,
  urlsOf: FileUrls,
): Delivery {
  const dispatcher = createOutgoingAgent({
    connections: 1,
    connect: { timeout: timeouts.connect },
    headersTimeout: timeouts.response,
    bodyTimeout: timeouts.response,
  })
  return {
    async deliver(message, signal) {
      const body = JSON.stringify(payloadOf(message, urlsOf(message)))
      const response = await request(url, {
        method: 'POST',
        dispatcher,
        signal,
        headers: {
          ...userAgent,
          'content-type': 'application/json',
          'idempotency-key': enquiryKeyOf(message),
          [signatureHeader]: signBody(body, secret, Math.floor(Date.now() / 1000)),
        },
        body,
      })
      // The only connection must not be blocked by a slow response. The timeout is not one of several signals of
      // `AbortSignal.any`: there, Node 20 drops it with the next garbage collection.
      const dumpOptions = { limit: discardedBytes, signal: AbortSignal.timeout(timeouts.discard) }
      response.body.dump(dumpOptions).catch(() => undefined)
      const { statusCode } = response
      if (statusCode < 200 || statusCode > 299) throw failureOfStatus(statusCode)
    },
    close: () => dispatcher.destroy(),
  }
}

/** The payload is documented in docs/enquiries.md; receivers rely on it. */
function payloadOf(message: EnquiryMessage, urls: string[]) {
  const { reference, revision, receivedAt, enquiry } = message
  const { language, name, email, phone, company, city, items, revises, hasManyLinks } = enquiry
  const files = enquiry.files.map(({ name, kind, size }, at) => {
    return { name, type: mediaTypeOf(kind), size, url: urls[at] }
  })
  return {
    reference,
    key: enquiryKeyOf(message),
    revision,
    revises,
    receivedAt: new Date(receivedAt).toISOString(),
    language,
    ...{ name, email, phone, company, city, message: enquiry.message },
    items,
    files,
    hasManyLinks,
  }
}
