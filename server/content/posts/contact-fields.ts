/** A company's contact values, spelled as the API spells them. */
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

/** The contact values alone of what has more than those. */
export function contactOf(post: Contact): Contact {
  const { adress1, email1, phone1, mapUrl, facebook, youtube } = post
  const { whatsapp, telegram, tweeter, instagram } = post
  return {
    ...{ adress1, email1, phone1, mapUrl, facebook, youtube },
    ...{ whatsapp, telegram, tweeter, instagram },
  }
}
