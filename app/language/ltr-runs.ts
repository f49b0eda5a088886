/** Characters of part numbers, units, standards and phone numbers. */
const inside = "[A-Za-z0-9µΩ²³₂°.,:/×·–+%#'’_-]"
const start = '\\+?[A-Za-z0-9µΩ°]'
const end = '[A-Za-z0-9µΩ²³₂°%]'
const token = `${start}(?:${inside}*${end})?`
const runs = new RegExp(`${token}(?: (?:[×≤≥<>=–/+-] )?${token})*`, 'gu')

/** A text without a match has no run; true of most Arabic texts. */
const mayHaveRuns = /[A-Za-zµΩ+]|\d[–-]\d/

/**
 * The maximum number of isolated runs in a plain text, and in all rich texts of a page together.
 * Each run is an element. Titles and values have fewer; more would only make the page slow and
 * large.
 */
const maxRuns = { plain: 12, rich: 1_500 }

/** A part of a text; `isLtr` if it has to be isolated as left-to-right. */
interface TextPart {
  text: string
  isLtr: boolean
}

/**
 * Finds left-to-right runs in Arabic text: "TM63-C16", "IEC 60947-4-1", "13.8 kV", "6–63",
 * "+966 11 555 0100". Without isolation their parts would be displayed from right to left. A single
 * number needs no isolation.
 */
export function splitLtrRuns(text: string): TextPart[] {
  return splitFirstRuns(text, maxRuns.plain)
}

function splitFirstRuns(text: string, limit: number): TextPart[] {
  if (!mayHaveRuns.test(text)) return text === '' ? [] : [{ text, isLtr: false }]
  const parts: TextPart[] = []
  let position = 0
  let found = 0
  for (const match of text.matchAll(runs)) {
    if (found === limit) break
    const [run] = match
    if (!/[A-Za-zµΩ]|^\+|\d[–-]\d/.test(run)) continue
    if (match.index > position)
      parts.push({ text: text.slice(position, match.index), isLtr: false })
    parts.push({ text: run, isLtr: true })
    found += 1
    position = match.index + run.length
  }
  if (position < text.length) parts.push({ text: text.slice(position), isLtr: false })
  return parts
}

/** Runs up to this length never wrap; they fit on a narrow phone. */
const maxUnbrokenLength = 13

/** The class of a run's element, which keeps short runs on one line. */
export function ltrClass(run: string) {
  return run.length <= maxUnbrokenLength ? 'ltr-unbroken' : undefined
}

/**
 * Returns a function that wraps each run of sanitised HTML in a <bdi>, without changing tags and
 * entities. All texts passed to one isolator share the limit of a page.
 */
export function createIsolator() {
  let remaining = maxRuns.rich
  return (html: string) =>
    html
      .split(/(<[^>]*>|&[^;\s]{1,32};)/)
      .map((piece, at) => {
        if (at % 2 === 1 || remaining === 0) return piece
        const parts = splitFirstRuns(piece, remaining)
        remaining -= parts.filter(({ isLtr }) => isLtr).length
        return parts.map(({ text, isLtr }) => (isLtr ? bdi(text) : text)).join('')
      })
      .join('')
}

function bdi(run: string) {
  const className = ltrClass(run)
  return `<bdi dir="ltr"${className ? ` class="${className}"` : ''}>${run}</bdi>`
}
