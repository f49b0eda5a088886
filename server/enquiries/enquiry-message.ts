import type { Enquiry } from './enquiry.ts'

/** An enquiry on its way to the company. */
export interface EnquiryMessage {
  reference: string
  /** From 1; higher for what the visitor changed and sent again with the same form. */
  revision: number
  /** Ms since the epoch. */
  receivedAt: number
  enquiry: Enquiry
}

/** Equal for equal messages: a receiver that knows the key has the message already. */
export function keyOf({ reference, revision }: Pick<EnquiryMessage, 'reference' | 'revision'>) {
  return revision === 1 ? reference : `${reference}.${revision}`
}
