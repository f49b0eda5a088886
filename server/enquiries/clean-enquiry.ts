import { stripUnprintable } from '../content/posts/clean-text.ts'
import type { Enquiry, EnquiryItem } from './enquiry.ts'

/** Characters that isolate or override the direction of what follows them, and invisible ones. */
const invisible = /[\u200b\u2060\u202a-\u202e\u2066-\u2069\ufeff]/g

/** Marks of direction: people's programs put them into long texts, where they are harmless. */
const marks = /[\u061c\u200e\u200f]/g

/**
 * An enquiry whose texts can do no harm in any message: fields of one line, without control characters and
 * direction overrides, and addresses that a browser may open. The form has cleaned them already; what is
 * stored and delivered does not rely on it.
 */
export function cleanEnquiry(enquiry: Enquiry): Enquiry {
  const { form, language, hasManyLinks, mayConfirm } = enquiry
  return {
    form,
    language,
    name: cleanLine(enquiry.name),
    email: cleanLine(enquiry.email),
    phone: cleanLine(enquiry.phone),
    company: cleanLine(enquiry.company),
    city: cleanLine(enquiry.city),
    message: cleanLines(enquiry.message),
    items: enquiry.items.map(cleanItem),
    hasManyLinks,
    mayConfirm,
  }
}

function cleanItem({ id, title, code, quantity, note, url }: EnquiryItem): EnquiryItem {
  return {
    id: cleanLine(id),
    title: cleanLine(title),
    code: cleanLine(code),
    quantity,
    note: cleanLine(note),
    url: /^https?:\/\/[^\s"'<>]+$/i.test(url) ? url : '',
  }
}

/** A text on one line. */
export function cleanLine(text: string) {
  return cleanLines(text).replace(marks, '').replace(/\s+/g, ' ').trim()
}

/** A text with its line breaks as \n. */
export function cleanLines(text: string) {
  const lines = text.replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
  return stripUnprintable(lines).replace(invisible, '').trim()
}
