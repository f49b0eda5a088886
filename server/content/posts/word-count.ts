/**
 * How many words a rich text has, for telling how long it takes to read. Tags and entities are none.
 * @param html sanitised: only there is every angle bracket a tag's, and every text one that is read
 */
export function countWords(html: string) {
  const text = html.replace(/<[^<>]*>/g, ' ').replace(/&#?\w+;/g, ' ')
  return text.match(/[\p{L}\p{N}]\S*/gu)?.length ?? 0
}
