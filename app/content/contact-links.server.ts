import { contactLinksOf, type ContactLinks } from '../../server/text/links/contact-links.ts'
import { addressOf, findMailAddress } from '../../server/text/links/emails.ts'
import { hrefsOf, type TextPart } from '../../server/text/links/linked-text.ts'
import { findPhones } from '../../server/text/links/phones.ts'
import { mapOf } from '../../server/text/links/web-links.ts'
import { isReadable } from '../../server/text/plain-characters.ts'
import { optional, type Contact, type Content } from './content.server'

export {
  addressOf,
  contactLinksOf,
  findMailAddress,
  findPhones,
  hrefsOf,
  isReadable,
  mapOf,
  type ContactLinks,
  type TextPart,
}

/** The company's contact, as it was written and as links; null where it is unavailable, or there is none. */
export async function findContact(
  content: Pick<Content, 'findContact' | 'phoneCountry'>,
): Promise<{ contact: Contact | null; contactLinks: ContactLinks | null }> {
  const contact = await optional(content.findContact())
  return { contact, contactLinks: contact && contactLinksOf(contact, content.phoneCountry) }
}
