import type { Contact } from '../../content/posts/contact-fields.ts'
import { isReadable } from '../plain-characters.ts'
import { emailParts } from './emails.ts'
import type { TextPart } from './linked-text.ts'
import { phoneParts } from './phones.ts'
import { mapHref, socialHref } from './web-links.ts'
import { whatsappHref } from './whatsapp.ts'

/**
 * A contact as visitors use it, with the API's names. Texts are whole, as they were written; a text without
 * anything to read is empty. Addresses are valid, or null.
 */
export interface ContactLinks {
  adress1: string
  phone1: TextPart[]
  email1: TextPart[]
  mapUrl: string | null
  facebook: string | null
  youtube: string | null
  whatsapp: string | null
  telegram: string | null
  tweeter: string | null
  instagram: string | null
}

/**
 * What people have written into the fields of a contact, as links.
 * @param country of a local WhatsApp number, where the contact's own phone numbers have no country code
 */
export function contactLinksOf(contact: Contact, country: string | undefined): ContactLinks {
  return {
    adress1: isReadable(contact.adress1) ? contact.adress1 : '',
    phone1: phoneParts(contact.phone1),
    email1: emailParts(contact.email1),
    mapUrl: mapHref(contact.mapUrl),
    facebook: socialHref('facebook', contact.facebook),
    youtube: socialHref('youtube', contact.youtube),
    whatsapp: whatsappHref(contact.whatsapp, { phone: contact.phone1, country }),
    telegram: socialHref('telegram', contact.telegram),
    tweeter: socialHref('tweeter', contact.tweeter),
    instagram: socialHref('instagram', contact.instagram),
  }
}
