const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' }

/**
 * The text of sanitised HTML on one line: each tag is a space, so that words stay apart, and a block
 * ends its sentence.
 */
export function plainTextOf(html: string) {
  return html
    .replace(/<\/(?:p|li|h[1-6]|tr|blockquote)>/g, ' \n')
    .replace(/<[^>]*>?/gu, ' ')
    .replace(/&(amp|lt|gt|quot);/gu, (_, name: string) => entities[name] ?? '')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/\s*\n\s*/g, '\n')
    .trim()
}
