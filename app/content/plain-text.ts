const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' }

/**
 * Converts sanitised HTML to text: removes tags, including an incomplete last one, and decodes entities.
 * @param separator replaces each tag, to keep words apart
 */
export function plainText(html: string, separator: '' | ' ' = '') {
  return decodeEntities(html.replace(/<[^>]*>?/gu, separator)).trim()
}

/** Decodes the entities of sanitised HTML. */
export function decodeEntities(text: string) {
  return text.replace(/&(amp|lt|gt|quot);/gu, (_, name: string) => entities[name] ?? '')
}
