import { useRouteLoaderData } from '@remix-run/react'
import type { ContactLinks } from '../content/contact-links.server'
import type { Frame } from '../layout/frame'
import { useCanonicalAddress } from './canonical-address'

/** Longer texts do not fit into a link. */
const maxTextLength = 1_500

/**
 * Links that write to the company about a page: with a subject, and the page's address as the text.
 * Each is null without an address to write to.
 * @param path of the page, encoded as in the address
 */
export function useMessageLinks(subject: string, path: string) {
  const contact = useRouteLoaderData<Frame>('root')?.contactLinks
  return messageLinksTo(contact, subject, useCanonicalAddress(path))
}

/** The same with any text. */
export function messageLinksTo(
  contact: ContactLinks | null | undefined,
  subject: string,
  text: string,
): MessageLinks {
  const email = contact?.email1[0]?.href
  const whatsapp = contact?.whatsapp
  const body = text.length > maxTextLength ? shortened(text) : text
  const search = `subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`
  return {
    email: email ? `${email}?${search}` : null,
    whatsapp: whatsapp ? withText(whatsapp, `${subject}\n${body}`) : null,
  }
}

export interface MessageLinks {
  email: string | null
  whatsapp: string | null
}

/** Only a number's link accepts a message, in place of its own; a channel's or a group's does not. */
function withText(href: string, text: string) {
  const [chat] = /^https:\/\/wa\.me\/\d+/.exec(href) ?? []
  return chat ? `${chat}?text=${encodeURIComponent(text)}` : href
}

/** Half a surrogate pair could not be encoded. */
function shortened(text: string) {
  return `${text.slice(0, maxTextLength).replace(/[\uD800-\uDBFF]$/, '')}…`
}
