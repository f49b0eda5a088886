/** Contact values are shown as the content API wrote them; these are the links made of them. */

/** A tel link with spaces removed. */
export function phoneHref(phone: string) {
  return `tel:${phone.replace(/\s+/g, '')}`
}

export function emailHref(email: string) {
  return `mailto:${email.trim()}`
}

/** A WhatsApp value may be a link or a number. @returns null for neither */
export function whatsappHref(value: string) {
  const digits = value.replace(/[\s()+-]/g, '')
  return /^\d{6,15}$/.test(digits) ? `https://wa.me/${digits}` : webHref(value)
}

/** @returns the address if it leads to the web, else null: nothing else may become a link */
export function webHref(address: string) {
  const text = address.trim()
  return /^https?:\/\//i.test(text) && URL.canParse(text) ? text : null
}
