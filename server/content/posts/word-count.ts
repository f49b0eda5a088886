/**
 * Number of words in a rich text, for the reading time. Tags and entities do not count.
 * @param html sanitised, so that every angle bracket is a tag's and all text is visible
 */
export function countWords(html: string) {
  const text = html.replace(/<[^<>]*>/g, ' ').replace(/&#?\w+;/g, ' ')
  return text.match(/[\p{L}\p{N}]\S*/gu)?.length ?? 0
}
