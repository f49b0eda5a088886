import type { ContactLinks } from '../content/contact-links.server'
import { plainText } from '../content/plain-text'

/** Search engines show about 160 characters. */
const maxLength = 160

/** A shorter description says too little for a line and a half of a search result. */
const minLength = 70

/** A text that is long enough to describe a page, or that text and another one. */
export function describe(text = '', more = '') {
  if (text.length >= minLength || more === '') return text
  if (text === '') return more
  return `${text}${/[\p{L}\p{N})»"”]$/u.test(text) ? '.' : ''} ${more}`
}

/** The titles of posts, as many as a description may have. */
export function namesOf(posts: { postTitle: string }[]) {
  const titles = posts.map(({ postTitle }) => postTitle).filter((title) => title !== '')
  return titles.slice(0, 8).join(' · ')
}

/** The start of a sanitised text, on one line. */
export function beginningOf(html: string) {
  return plainText(html.slice(0, 2_000)).replace(/\s+/g, ' ')
}

/** Cuts a description between words. */
export function shorten(text: string) {
  if (text.length <= maxLength) return text
  const cut = text.slice(0, maxLength - 1)
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), 100))}…`
}

/** The description of a page about a place to call, write or visit. */
export function contactDescription(contact: ContactLinks | null) {
  const { adress1 = '', phone1 = [], email1 = [] } = contact ?? {}
  const texts = [phone1, email1].map((parts) => parts.map(({ text }) => text).join(''))
  return [adress1, ...texts].filter((text) => text !== '').join(' · ')
}
