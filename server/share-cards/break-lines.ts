/** A title in lines, and the font size at which it fits, in px. */
interface FittedTitle {
  lines: string[]
  size: number
}

/** The space for a title, in px. Sizes are tried in order, so the largest comes first. */
interface TitleSpace {
  width: number
  height: number
  maxLines: number
  /** In em. */
  lineHeight: number
  sizes: readonly number[]
}

/** Width of a text on one line, in em. */
type WidthOf = (text: string) => number

/** More than fits on three lines; bounds the time for measuring any title. */
export const maxTitleLength = 400

/** Keeps a unit with its number: "63 A", "13.8 kV". */
const beforeUnit = /(?<=\d) (?=[A-Za-zµΩ°%]{1,3}[²³]?(?![A-Za-z]))/gu
const breakable = /[^\S\u00A0\u202F]+/u

const openIsolate = '\u2066'
const closeIsolate = '\u2069'

/**
 * Breaks a title between words, at the largest size that fits. If none fits, truncates it after a
 * word with "…". Lines are balanced in length, and an isolate (U+2066 to U+2069) that spans lines
 * is reopened on each.
 */
export function fitTitle(title: string, space: TitleSpace, widthOf: WidthOf): FittedTitle {
  const start = title.slice(0, maxTitleLength).toWellFormed()
  const words = start
    .replace(beforeUnit, '\u00A0')
    .split(breakable)
    .filter((word) => word !== '')
  for (const size of space.sizes) {
    const maxWidth = space.width / size
    const lines = breakLines(words, maxWidth, widthOf)
    const fits =
      lines.length <= space.maxLines &&
      lines.length * space.lineHeight * size <= space.height &&
      lines.every((line) => widthOf(line) <= maxWidth)
    if (fits) return { size, lines: reopenIsolates(balance(words, maxWidth, lines, widthOf)) }
  }
  const size = space.sizes.at(-1) ?? 0
  return { size, lines: truncate(words, space.width / size, space.maxLines, widthOf) }
}

/** Greedy line breaking; a word that is too long gets a line of its own. */
function breakLines(words: string[], maxWidth: number, widthOf: WidthOf) {
  const lines: string[] = []
  for (const word of words) {
    const longer = lines.length > 0 ? `${lines.at(-1)} ${word}` : word
    if (lines.length > 0 && widthOf(longer) <= maxWidth) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}

/** Narrows the lines as far as their number allows. */
function balance(words: string[], maxWidth: number, lines: string[], widthOf: WidthOf) {
  let best = lines
  let [low, high] = [maxWidth / 2, maxWidth]
  for (let step = 0; step < 7; step += 1) {
    const width = (low + high) / 2
    const narrower = breakLines(words, width, widthOf)
    const fits = narrower.length <= lines.length && narrower.every((line) => widthOf(line) <= width)
    if (fits) [best, high] = [narrower, width]
    else low = width
  }
  return best
}

function truncate(words: string[], maxWidth: number, maxLines: number, widthOf: WidthOf) {
  const all = breakLines(words, maxWidth, widthOf)
  const lines = reopenIsolates(all.slice(0, maxLines))
  return lines.map((line, at) => {
    const isCut = at === maxLines - 1 && all.length > maxLines
    return isCut || widthOf(line) > maxWidth ? shorten(line, maxWidth, widthOf) : line
  })
}

/** Drops words from the end, or letters of a single long word, until the text fits with "…". */
function shorten(line: string, maxWidth: number, widthOf: WidthOf) {
  const words = line.split(' ')
  for (let count = words.length; count > 0; count -= 1) {
    const shorter = withEllipsis(words.slice(0, count).join(' '))
    if (widthOf(shorter) <= maxWidth) return shorter
  }
  const letters = Array.from(new Intl.Segmenter().segment(words[0] ?? ''), ({ segment }) => segment)
  while (letters.length > 1 && widthOf(withEllipsis(letters.join(''))) > maxWidth) letters.pop()
  return withEllipsis(letters.join(''))
}

function withEllipsis(text: string) {
  const isOpen = text.lastIndexOf(openIsolate) > text.lastIndexOf(closeIsolate)
  return `${text.replace(/[\s.,:;،؛–—-]+$/u, '')}${isOpen ? closeIsolate : ''}…`
}

function reopenIsolates(lines: string[]) {
  let isOpen = false
  return lines.map((line) => {
    const whole = isOpen ? openIsolate + line : line
    isOpen = whole.lastIndexOf(openIsolate) > whole.lastIndexOf(closeIsolate)
    return whole
  })
}
