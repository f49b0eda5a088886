import { contactLinksOf, type ContactLinks, addressOf, findMailAddress, hrefsOf, type TextPart, mapOf } from '../../server/text/linked-text'
import { findPhones } from '../../server/text/phones'
import { isReadable } from '../../server/text/characters'
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
