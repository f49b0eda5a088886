import { log } from '../observe/log.ts'
import { DeliveryFailure, type Delivery } from './delivery.ts'
import type { Config } from '../config.ts'
import type { ContentLanguage, OtherCalls } from '../content/content-calls.ts'
import type { OutgoingHeaders } from '../outgoing-headers.ts'
import type { Company } from './messages/confirmation.ts'
import { createPostEmailDelivery, createWebhookDelivery } from './webhook.ts'

/** The embedded content service passes nothing on, so what it accepts would be lost. */
const unconfigured = 'CONTENT_API_URL is not set: post-email has no receiver'

/** Delivers to the log, for trials: the line contains everything that the visitor wrote. */
const logDelivery: Delivery = {
  deliver: async ({ reference, revision, enquiry }) => {
    log.info({ reference, revision, items: enquiry.items.length, enquiry }, 'enquiry')
  },
}

interface DeliveryOptions {
  config: Config['enquiries']
  /** Whether there is a content API besides the embedded content service. */
  hasContentApi: boolean
  postEmail: OtherCalls['postEmail']
  siteUrl: () => string
  /** The User-Agent header of its calls. */
  userAgent: OutgoingHeaders
  /** The company as the site shows it to visitors; must not reject. */
  company: (language: ContentLanguage) => Promise<Company>
}

/** Creates the configured delivery; null for none. */
export function createDelivery(options: DeliveryOptions): Delivery | null {
  const { config, hasContentApi, postEmail, siteUrl, userAgent } = options
  switch (config.delivery) {
    case 'post-email':
      if (!hasContentApi) {
        log.warn(`${unconfigured}, and enquiries wait`)
        const failure = new DeliveryFailure('unavailable', unconfigured)
        return { unconfigured, deliver: () => Promise.reject(failure) }
      }
      return createPostEmailDelivery(postEmail, config.postEmail, () => new URL(siteUrl()).host)
    case 'smtp':
      return createLoadedDelivery(
        import('./smtp.ts').then(({ createSmtpDelivery }) => createSmtpDelivery(options)),
      )
    case 'webhook':
      return createWebhookDelivery(config.webhook, userAgent)
    case 'log':
      return logDelivery
    case 'none':
      return null
  }
}

/** A delivery whose modules are loaded only if configured: a mail library takes some megabytes. */
function createLoadedDelivery(loaded: Promise<Delivery>): Delivery {
  return {
    deliver: async (message, signal) => (await loaded).deliver(message, signal),
    confirm: (message) => void loaded.then((delivery) => delivery.confirm?.(message)),
    close: async () => (await loaded).close?.(),
  }
}
