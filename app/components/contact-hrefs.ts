/** Links for contact values, which are shown exactly as the content API sends them. */

/** They come with values that were pasted from Arabic text. */
const directionMarks = /[\u061C\u200E\u200F\u2066-\u2069]/g

/** A tel link, without spaces. @returns null for a text without a digit */
export function phoneHref(phone: string) {
  return /\p{Nd}/u.test(phone)
    ? `tel:${phone.replace(directionMarks, '').replace(/\s/g, '')}`
    : null
}

/** @returns null for anything but an address */
export function emailHref(email: string) {
  return /^\s*[^\s@]+@[^\s@]+\s*$/.test(email) ? `mailto:${email.trim()}` : null
}

/** @param value a link, or a number with its country code such as +966501234567 @returns null for neither */
export function whatsappHref(value: string) {
  return /^\+\d{6,15}$/.test(value) ? `https://wa.me/${value.slice(1)}` : webHref(value)
}

/** The start of an address without its scheme: a host whose last part is letters, maybe a port. */
const schemeless =
  /^(?:\/\/)?(?:[\p{L}\p{M}\p{N}_-]+\.)+(?:xn--[a-z\d-]+|[\p{L}\p{M}]{2,})(?::\d+)?(?:[/?#]|$)/iu

/** @returns an http or https address, of an address without a scheme too; else null: no other scheme may become a link */
export function webHref(address: string) {
  const text = address.replace(directionMarks, '').trim()
  const href = schemeless.test(text) ? `https://${text.replace(/^\/\//, '')}` : text
  return /^https?:\/\//i.test(href) && URL.canParse(href) ? href : null
}

/** Whether there is something to read: editors leave spaces, direction marks or a dash in a field. */
export function isReadable(value: string) {
  return /[\p{L}\p{N}]/u.test(value)
}
