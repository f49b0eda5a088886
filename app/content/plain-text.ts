const signs: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' }

/**
 * A sanitised text as it is read: without its tags, a last one that is cut off among them, and with
 * the signs that it writes as entities.
 * @param inPlaceOfTags what keeps words apart where a tag parted them
 */
export function plainText(html: string, inPlaceOfTags: '' | ' ' = '') {
  return html
    .replace(/<[^>]*>?/gu, inPlaceOfTags)
    .replace(/&(amp|lt|gt|quot);/gu, (_, name: string) => signs[name] ?? '')
    .trim()
}
