import { log } from '../../log.ts'
import type { Delivery } from './delivery.ts'

/** Delivers to the log, for trials: the line has everything that the visitor wrote. */
export const logDelivery: Delivery = {
  deliver: async ({ reference, revision, enquiry }) => {
    log.info({ reference, revision, items: enquiry.items.length, enquiry }, 'enquiry')
  },
}
