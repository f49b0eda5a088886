/** The stylesheet (app/styles/tones.css) has a level for each of these letters. */
const reds = '0123456789abcdef'
const greens = 'GHIJKLMNOPQRSTUV'

/**
 * A colour in three letters that CSS can tell apart by attribute selectors, since the pages' security
 * policy has no style attributes: sixteen levels each of red, green and blue. Red and blue are the
 * first and the last letter; green's letters are others than theirs, so that it is found between.
 * @param colour six hexadecimal digits, or empty
 */
export function toneOf(colour: string): string {
  const [red = 0, green = 0, blue = 0] = Buffer.from(colour, 'hex')
  if (colour === '') return ''
  return `${reds[red >> 4]}${greens[green >> 4]}${reds[blue >> 4]}`
}
