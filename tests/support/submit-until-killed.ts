import { setTimeout as wait } from 'node:timers/promises'
import { parseConfig } from '../../server/config.ts'
import { createWebhookDelivery } from '../../server/enquiries/delivery/webhook.ts'
import { EnquiryService } from '../../server/enquiries/enquiries.ts'
import { log } from '@site/runtime/log'
import { enquiryOf } from './enquiry.ts'
import { UploadStore } from '../../server/uploads/uploads.ts'

/**
 * A process that accepts and delivers enquiries until it is killed; prints the reference of each enquiry that it
 * has accepted, and logs those among them that it could not store.
 */

log.level = 'error'
const secret = 'a secret of the tests'
const [file = '', url = ''] = process.argv.slice(2)
const { enquiries: config } = parseConfig({
  ENQUIRY_DELIVERY: 'webhook',
  ENQUIRY_WEBHOOK_URL: url,
  ENQUIRY_WEBHOOK_SECRET: 'a secret of the webhook',
})
const enquiries = new EnquiryService(
  {
    delivery: createWebhookDelivery(config.webhook, {}, () => []),
    file,
    uploadStore: new UploadStore({ folder: `${file}-files`, secret, clamd: null }),
    secret,
  },
  // The lease is longer than the store waits for the other process: else both would deliver.
  { limits: { lease: 3_000, poll: 100, firstPause: 20, maxPause: 100 } },
)
enquiries.start()
for (;;) {
  process.stdout.write(`${await enquiries.submit(enquiryOf())}\n`)
  // Lets the other process write, too.
  await wait(15)
}
