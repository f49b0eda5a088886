/** A company's contact fields, named as in the API. */
export const contactFields = [
  'adress1',
  'email1',
  'phone1',
  'mapUrl',
  'facebook',
  'youtube',
  'whatsapp',
  'telegram',
  'tweeter',
  'instagram',
] as const

export type Contact = Record<(typeof contactFields)[number], string>

/** Picks the contact fields of a larger object. */
export function contactOf(post: Contact): Contact {
  const { adress1, email1, phone1, mapUrl, facebook, youtube } = post
  const { whatsapp, telegram, tweeter, instagram } = post
  return {
    ...{ adress1, email1, phone1, mapUrl, facebook, youtube },
    ...{ whatsapp, telegram, tweeter, instagram },
  }
}
