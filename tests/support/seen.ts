import createBidi from 'bidi-js'

const bidi = createBidi()

/**
 * The characters of a line as programs display them, from left to right, without those that set the order.
 * @param direction of the paragraph; by default that of its first letter outside isolates
 */
export function asSeen(line: string, direction?: 'ltr' | 'rtl') {
  const levels = bidi.getEmbeddingLevels(line, direction)
  const mirrored = bidi.getMirroredCharactersMap(line, levels.levels)
  return bidi
    .getReorderedIndices(line, levels)
    .map((at) => mirrored.get(at) ?? line.charAt(at))
    .join('')
    .replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
}

/** The text of HTML whose <bdi> elements became isolates, as browsers treat them. */
export function withIsolates(html: string) {
  return html
    .replace(/<bdi dir="ltr">/g, '\u2066')
    .replace(/<bdi>/g, '\u2068')
    .replace(/<\/bdi>/g, '\u2069')
    .replace(/<[^>]*>/g, '')
    .replaceAll('&#39;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
}
