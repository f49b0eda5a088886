/** How many words a rich text has, for telling how long it takes to read. Tags and entities are none. */
export function countWords(html: string) {
  const text = html.replace(/<[^<>]*>/g, ' ').replace(/&#?\w+;/g, ' ')
  return text.match(/[\p{L}\p{N}]\S*/gu)?.length ?? 0
}
