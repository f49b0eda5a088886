import type { Contact } from '../content/content.server'
import { isReadable } from './contact-hrefs'
import { ContactLink } from './contact-link'

/** Whether a contact has a phone number, an e-mail or an address. */
export function hasContactList({ phone1, email1, adress1 }: Contact) {
  return [phone1, email1, adress1].some(isReadable)
}

/** Phone, e-mail and address, each only if it exists; nothing without any. */
export function ContactList({ contact, className }: { contact: Contact; className?: string }) {
  if (!hasContactList(contact)) return null
  return (
    <ul className={className}>
      <ContactLink kind="phone" value={contact.phone1} as="li" />
      <ContactLink kind="email" value={contact.email1} as="li" />
      <ContactLink kind="address" value={contact.adress1} mapUrl={contact.mapUrl} as="li" />
    </ul>
  )
}
