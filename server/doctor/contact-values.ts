import { contactFields, type Contact } from '../content/posts/post-fields.ts'
import { contactLinksOf } from '../text/linked-text.ts'
import { isReadable } from '../text/characters.ts'

/** What a contact field is understood as, for operators. An address in words is understood by people only. */
const formats: Partial<Record<keyof Contact, string>> = {
  email1: 'an e-mail address, or several with commas',
  phone1: 'a phone number, or several with slashes or commas',
  mapUrl: 'the address of a map on the web, or coordinates such as 24.7136, 46.6753',
  facebook: 'the address of the page, or the name of the account with @',
  youtube: 'the address of the channel, or its name with @',
  whatsapp: 'a number with its country code, or set country in the brand',
  telegram: 'the address of the channel, or its name with @',
  tweeter: 'the address of the account, or its name with @',
  instagram: 'the address of the account, or its name with @',
}

/** A value that leads nowhere, the first of its field, and how many posts have such values. */
interface UnreadValue {
  name: string
  value: string
  count: number
  format: string
}

/**
 * The contact values of posts in which the site finds nothing to link to.
 * @param country of local WhatsApp numbers, if known
 */
export function unreadContactValues(posts: readonly unknown[], country: string | undefined) {
  const contacts = posts.filter(isContact)
  const links = contacts.map((contact) => contactLinksOf(contact, country))
  return contactFields.flatMap((name): UnreadValue[] => {
    const format = formats[name]
    const unread = contacts.filter(
      (contact, at) => isReadable(contact[name]) && !leadsSomewhere(links[at]?.[name]),
    )
    const [first] = unread
    return first && format
      ? [{ name, value: first[name].trim(), count: unread.length, format }]
      : []
  })
}

function leadsSomewhere(link: ReturnType<typeof contactLinksOf>[keyof Contact] | undefined) {
  return Array.isArray(link) ? link.some(({ href }) => href !== undefined) : Boolean(link)
}

function isContact(post: unknown): post is Contact {
  return (
    typeof post === 'object' &&
    post !== null &&
    contactFields.every((name) => typeof Reflect.get(post, name) === 'string')
  )
}
