/** A title broken into lines, and the size that it was found to fit at, in px. */
interface FittedTitle {
  lines: string[]
  size: number
}

/** What a title has to fit into, in px. Sizes are tried from the first on, so the largest comes first. */
interface TitleRoom {
  width: number
  height: number
  mostLines: number
  /** By size. */
  lineHeight: number
  sizes: readonly number[]
}

/** How wide a text stands on one line, in em. */
type WidthOf = (text: string) => number

/** More than three lines can hold; whatever the content sends, measuring it ends soon. */
export const mostLetters = 400

/** A unit stays with its number: "63 A", "13.8 kV". */
const beforeUnit = /(?<=\d) (?=[A-Za-zµΩ°%]{1,3}[²³]?(?![A-Za-z]))/gu
const breakable = /[^\S\u00A0\u202F]+/u

const openIsolate = '\u2066'
const closeIsolate = '\u2069'

/**
 * Breaks a title at its words, at the largest size at which it fits. One that fits at none is cut at
 * a word and ends with "…". Lines come out about equally long, and an isolate (U+2066 to U+2069)
 * that reaches over a line's end is opened anew on the next.
 */
export function fitTitle(title: string, room: TitleRoom, widthOf: WidthOf): FittedTitle {
  const start = title.slice(0, mostLetters).toWellFormed()
  const words = start
    .replace(beforeUnit, '\u00A0')
    .split(breakable)
    .filter((word) => word !== '')
  for (const size of room.sizes) {
    const most = room.width / size
    const lines = breakLines(words, most, widthOf)
    const fits =
      lines.length <= room.mostLines &&
      lines.length * room.lineHeight * size <= room.height &&
      lines.every((line) => widthOf(line) <= most)
    if (fits) return { size, lines: reopenIsolates(balance(words, most, lines, widthOf)) }
  }
  const size = room.sizes.at(-1) ?? 0
  return { size, lines: cut(words, room.width / size, room.mostLines, widthOf) }
}

/** As many words on each line as it holds; a word that is too long has a line of its own. */
function breakLines(words: string[], most: number, widthOf: WidthOf) {
  const lines: string[] = []
  for (const word of words) {
    const longer = lines.length > 0 ? `${lines.at(-1)} ${word}` : word
    if (lines.length > 0 && widthOf(longer) <= most) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}

/** The same number of lines, in the least width that holds them. */
function balance(words: string[], most: number, lines: string[], widthOf: WidthOf) {
  let best = lines
  let [low, high] = [most / 2, most]
  for (let step = 0; step < 7; step += 1) {
    const width = (low + high) / 2
    const narrower = breakLines(words, width, widthOf)
    const fits = narrower.length <= lines.length && narrower.every((line) => widthOf(line) <= width)
    if (fits) [best, high] = [narrower, width]
    else low = width
  }
  return best
}

function cut(words: string[], most: number, mostLines: number, widthOf: WidthOf) {
  const all = breakLines(words, most, widthOf)
  const lines = reopenIsolates(all.slice(0, mostLines))
  return lines.map((line, at) => {
    const isCut = at === mostLines - 1 && all.length > mostLines
    return isCut || widthOf(line) > most ? shorten(line, most, widthOf) : line
  })
}

/** Leaves out words at the end, and of a single one that is too long letters, until "…" fits. */
function shorten(line: string, most: number, widthOf: WidthOf) {
  const words = line.split(' ')
  for (let count = words.length; count > 0; count -= 1) {
    const shorter = withEllipsis(words.slice(0, count).join(' '))
    if (widthOf(shorter) <= most) return shorter
  }
  const letters = Array.from(new Intl.Segmenter().segment(words[0] ?? ''), ({ segment }) => segment)
  while (letters.length > 1 && widthOf(withEllipsis(letters.join(''))) > most) letters.pop()
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
