const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' }

/**
 * Converts sanitised HTML to text: removes tags, including an incomplete last one, and decodes entities.
 * @param separator replaces each tag, to keep words apart
 */
export function plainText(html: string, separator: '' | ' ' = '') {
  return html
    .replace(/<[^>]*>?/gu, separator)
    .replace(/&(amp|lt|gt|quot);/gu, (_, name: string) => entities[name] ?? '')
    .trim()
}
