import { useRouteLoaderData } from '@remix-run/react'
import type { Frame } from '../layout/frame'
import { useCanonicalAddress } from './canonical-address'
import { emailHref, whatsappHref } from './contact-hrefs'

/**
 * Links that write to the company about a page: with a subject, and the page's address as the text.
 * Each is null without an address to write to.
 * @param path of the page, encoded as in the address
 */
export function useMessageLinks(subject: string, path: string) {
  const contact = useRouteLoaderData<Frame>('root')?.contact
  const address = useCanonicalAddress(path)
  const email = emailHref(contact?.email1 ?? '')
  const whatsapp = whatsappHref(contact?.whatsapp ?? '')
  const search = `subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(address)}`
  return {
    email: email && `${email}?${search}`,
    whatsapp: whatsapp && withText(whatsapp, `${subject}\n${address}`),
  }
}

/** Only a number's wa.me link accepts a message; a channel's or a group's does not. */
function withText(href: string, text: string) {
  return /^https:\/\/wa\.me\/\d+$/.test(href) ? `${href}?text=${encodeURIComponent(text)}` : href
}
