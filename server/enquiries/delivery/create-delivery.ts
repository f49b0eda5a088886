import { log } from '@site/runtime/log'
import { DeliveryFailure, type Delivery } from './delivery.ts'
import type { Config } from '../../config.ts'
import type { OtherCalls } from '../../content/content-calls.ts'
import type { ContentLanguage } from '../../content/content-types.ts'
import type { OutgoingHeaders } from '../../outgoing-headers.ts'
import { keepDays, type EnquiryMessage } from '../enquiry.ts'
import type { UploadStore } from '../../uploads/uploads.ts'
import type { TimeZone } from '@site/arabic-text/local-time'
import type { Company } from '../messages/confirmation.ts'
import { createPostEmailDelivery, createWebhookDelivery } from './webhook.ts'
import type { FileUrls } from './delivery.ts'

/** The embedded content service passes nothing on, so what it accepts would be lost. */
const unconfigured = 'CONTENT_API_URL is not set: post-email has no receiver'

/** Delivers to the log, for trials: the line contains everything that the visitor wrote. */
function createLogDelivery(urlsOf: FileUrls): Delivery {
  return {
    deliver: async (message) => {
      const { reference, revision, enquiry } = message
      const facts = { items: enquiry.items.length, enquiry, files: urlsOf(message) }
      log.info({ reference, revision, ...facts }, 'enquiry')
    },
  }
}

interface DeliveryOptions {
  config: Config['enquiries']
  /** Whether there is a content API besides the embedded content service. */
  hasContentApi: boolean
  postEmail: OtherCalls['postEmail']
  siteUrl: string
  /** The company's. */
  timeZone: TimeZone
  uploadStore: Pick<UploadStore, 'linkOf' | 'readUpload'>
  /** The User-Agent header of its calls. */
  userAgent: OutgoingHeaders
  /** The company as the site shows it to visitors; must not reject. */
  company: (language: ContentLanguage) => Promise<Company>
  /** Makes the list of an enquiry as a PDF; null without products, or where none can be made. Must not reject. */
  listPdf: (message: EnquiryMessage, isForVisitor: boolean) => Promise<Uint8Array | null>
  /** Returns the address that opens a stored enquiry; absent where the site's public address is not set. */
  linkTo?: (reference: string, language: string) => string
}

/** Creates the configured delivery; null for none. */
export function createDelivery(options: DeliveryOptions): Delivery | null {
  const { config, hasContentApi, postEmail, siteUrl, timeZone, uploadStore, userAgent } = options
  const urlsOf: FileUrls = ({ reference, enquiry }) =>
    enquiry.files.map((file, at) => {
      const validMs = keepDays * 24 * 60 * 60 * 1000
      return siteUrl + uploadStore.linkOf(file, `${reference}-${at + 1}`, validMs)
    })
  switch (config.delivery) {
    case 'post-email':
      if (!hasContentApi) {
        log.warn(`${unconfigured}, and enquiries wait`)
        const failure = new DeliveryFailure('unavailable', unconfigured)
        return { unconfigured, deliver: () => Promise.reject(failure) }
      }
      return createPostEmailDelivery(postEmail, config.postEmail, (message) => ({
        host: new URL(siteUrl).host,
        urls: urlsOf(message),
        timeZone,
      }))
    case 'smtp':
      return createLoadedDelivery(
        import('./smtp.ts').then(({ SmtpDelivery }) => new SmtpDelivery(options, urlsOf)),
        config.to,
      )
    case 'webhook':
      return createWebhookDelivery(config.webhook, userAgent, urlsOf)
    case 'log':
      return createLogDelivery(urlsOf)
    case 'none':
      return null
  }
}

/** A delivery whose modules are loaded only if configured: a mail library takes some megabytes. */
function createLoadedDelivery(loaded: Promise<Delivery>, mailboxes: readonly string[]): Delivery {
  return {
    mailboxes,
    deliver: async (...args) => (await loaded).deliver(...args),
    confirm: (message) => void loaded.then((delivery) => delivery.confirm?.(message)),
    close: async () => (await loaded).close?.(),
  }
}
