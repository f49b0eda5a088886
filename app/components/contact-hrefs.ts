/** Links for contact values, which are shown exactly as the content API sends them. */

/** A tel link, without spaces and without the direction marks of pasted numbers. */
export function phoneHref(phone: string) {
  return `tel:${phone.replace(/[\s\u200E\u200F\u2066-\u2069]/g, '')}`
}

export function emailHref(email: string) {
  return `mailto:${email.trim()}`
}

/** @param value a phone number or a link @returns null for neither */
export function whatsappHref(value: string) {
  const digits = value
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x0660))
    .replace(/[\s()+\-\u200E\u200F]/g, '')
    .replace(/^00/, '')
  return /^\d{6,15}$/.test(digits) ? `https://wa.me/${digits}` : webHref(value)
}

/** @returns the address if it is http or https, else null: no other scheme may become a link */
export function webHref(address: string) {
  const text = address.trim()
  return /^https?:\/\//i.test(text) && URL.canParse(text) ? text : null
}
