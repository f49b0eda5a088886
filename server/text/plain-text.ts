const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' }

/** Tags inside a line; any other begins or ends one. */
const inlineTag = /<\/?(?:a|b|bdi|code|em|i|s|small|span|strong|sub|sup|u)(?:\s[^>]*)?>/gu

/**
 * Converts sanitised HTML to text: each block, cell and line is a line of its own, so that words and
 * sentences stay apart.
 * @param html perhaps with an incomplete tag at its end
 */
export function plainText(html: string) {
  const lines = html.replace(inlineTag, '').replace(/<[^>]*>?/gu, '\n')
  return decodeEntities(lines)
    .replace(/[^\S\n]+/gu, ' ')
    .replace(/\s*\n\s*/gu, '\n')
    .trim()
}

/** Decodes the entities of sanitised HTML. */
export function decodeEntities(text: string) {
  return text.replace(/&(amp|lt|gt|quot);/gu, (_, name: string) => entities[name] ?? '')
}
