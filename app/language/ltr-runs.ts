/** Letters, digits and signs that part numbers, units, standards and phone numbers are made of. */
const inside = "[A-Za-z0-9µΩ²³₂°.,:/×·–+%#'’_-]"
const start = '\\+?[A-Za-z0-9µΩ°]'
const end = '[A-Za-z0-9µΩ²³₂°%]'
const token = `${start}(?:${inside}*${end})?`
const runs = new RegExp(`${token}(?: (?:[×≤≥<>=–/+-] )?${token})*`, 'gu')

/** A text without any of these has no run: most Arabic ones. */
const possible = /[A-Za-zµΩ+]|\d[–-]\d/

/**
 * How many are set apart in a plain text, and in all rich texts of a page, each an element of its own.
 * A text with more is no title and no value; all it would do is to make the page slow and large.
 */
const mostRuns = { plain: 12, rich: 1_500 }

/** A part of a text; `isLtr` where it reads from left to right whatever stands round it. */
interface TextPart {
  text: string
  isLtr: boolean
}

/**
 * Finds what reads from left to right inside Arabic: "TM63-C16", "IEC 60947-4-1", "13.8 kV",
 * "6–63", "+966 11 555 0100". Left alone, its pieces would be set in the order of Arabic words. A
 * number by itself needs nothing.
 */
export function splitLtrRuns(text: string): TextPart[] {
  return splitFirstRuns(text, mostRuns.plain)
}

function splitFirstRuns(text: string, most: number): TextPart[] {
  if (!possible.test(text)) return text === '' ? [] : [{ text, isLtr: false }]
  const parts: TextPart[] = []
  let done = 0
  let found = 0
  for (const match of text.matchAll(runs)) {
    if (found === most) break
    const [run] = match
    if (!/[A-Za-zµΩ]|^\+|\d[–-]\d/.test(run)) continue
    if (match.index > done) parts.push({ text: text.slice(done, match.index), isLtr: false })
    parts.push({ text: run, isLtr: true })
    found += 1
    done = match.index + run.length
  }
  if (done < text.length) parts.push({ text: text.slice(done), isLtr: false })
  return parts
}

/** Up to this length a run stays on one line, even on a narrow phone. */
const longestUnbroken = 13

/** The class of a run's element; the stylesheet keeps short ones on one line. */
export function ltrClass(run: string) {
  return run.length <= longestUnbroken ? 'ltr-unbroken' : undefined
}

/**
 * The same for sanitised HTML: each run in a <bdi> of its own; tags and entities are left alone. The
 * texts that go through one isolator share what a page has room for.
 */
export function createIsolator() {
  let left = mostRuns.rich
  return (html: string) =>
    html
      .split(/(<[^>]*>|&[^;\s]{1,32};)/)
      .map((piece, at) => {
        if (at % 2 === 1 || left === 0) return piece
        const parts = splitFirstRuns(piece, left)
        left -= parts.filter(({ isLtr }) => isLtr).length
        return parts.map(({ text, isLtr }) => (isLtr ? bdi(text) : text)).join('')
      })
      .join('')
}

function bdi(run: string) {
  const className = ltrClass(run)
  return `<bdi dir="ltr"${className ? ` class="${className}"` : ''}>${run}</bdi>`
}
