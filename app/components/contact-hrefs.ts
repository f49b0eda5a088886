/** Contact values are shown as the content API wrote them; these are the links made of them. */

/** A tel link with spaces removed, and the direction marks that come along with a pasted number. */
export function phoneHref(phone: string) {
  return `tel:${phone.replace(/[\s\u200E\u200F\u2066-\u2069]/g, '')}`
}

export function emailHref(email: string) {
  return `mailto:${email.trim()}`
}

/** A WhatsApp value may be a link or a number. @returns null for neither */
export function whatsappHref(value: string) {
  const digits = value
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x0660))
    .replace(/[\s()+\-\u200E\u200F]/g, '')
    .replace(/^00/, '')
  return /^\d{6,15}$/.test(digits) ? `https://wa.me/${digits}` : webHref(value)
}

/** @returns the address if it leads to the web, else null: nothing else may become a link */
export function webHref(address: string) {
  const text = address.trim()
  return /^https?:\/\//i.test(text) && URL.canParse(text) ? text : null
}
