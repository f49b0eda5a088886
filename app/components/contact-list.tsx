import type { ContactLinks } from '../content/contact-links.server'
import { AddressLink, ContactLink } from './contact-link'

/** Whether a contact has a phone number, an e-mail or an address. */
export function hasContactList({ phone1, email1, adress1 }: ContactLinks) {
  return phone1.length > 0 || email1.length > 0 || adress1 !== ''
}

/** Phone, e-mail and address, each only if it exists; nothing without any. */
export function ContactList({ contact, className }: { contact: ContactLinks; className?: string }) {
  if (!hasContactList(contact)) return null
  return (
    <ul className={className}>
      <ContactLink kind="phone" parts={contact.phone1} as="li" />
      <ContactLink kind="email" parts={contact.email1} as="li" />
      <AddressLink address={contact.adress1} map={contact.mapUrl} as="li" />
    </ul>
  )
}
