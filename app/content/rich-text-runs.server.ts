import { ltrClass, splitLtrRuns } from '../language/ltr-runs'
import { decodeEntities } from './plain-text'

/**
 * The most runs in the rich texts of a page. Articles have fewer; more elements would only make the
 * page slow and large.
 */
const maxRuns = 1_500

/** Tags that a run may contain, as in "H<sub>2</sub>O". Any other ends a line of text. */
const inlineTag = '\\/?(?:a|b|bdi|code|em|i|s|small|span|strong|sub|sup|u)[\\s>]'
const otherTags = new RegExp(`(<(?!${inlineTag})[^<>]*>)`)

/** A tag, or text that is all of one run or of none. */
interface Piece {
  html: string
  /** The text; empty for a tag. */
  text: string
  /** The run that the text belongs to; null for none. */
  run: number | null
  /** 1 for a start tag, -1 for an end tag, 0 for text. */
  depth: 1 | -1 | 0
}

/**
 * Returns a function that wraps each left-to-right run of sanitised HTML in a <bdi>, and changes
 * neither tags nor entities. All texts passed to it share the limit of a page.
 */
export function createIsolator() {
  let remaining = maxRuns

  function isolateLine(line: string) {
    const pieces = piecesOf(line, remaining)
    let html = ''
    let position = 0
    for (const [first, last] of rangesOf(pieces)) {
      if (remaining === 0) break
      remaining -= 1
      html += htmlOf(pieces.slice(position, first)) + bdi(pieces.slice(first, last + 1))
      position = last + 1
    }
    return html + htmlOf(pieces.slice(position))
  }

  return (html: string) =>
    html
      .split(otherTags)
      .map((part, at) => (at % 2 === 1 || remaining === 0 ? part : isolateLine(part)))
      .join('')
}

/** Finds the runs in the text between the tags, and cuts it where they start and end. */
function piecesOf(line: string, limit: number) {
  const sources = line.split(/(<[^<>]*>)/)
  const texts = sources.map((source, at) => (at % 2 === 0 ? decodeEntities(source) : ''))
  const parts = splitLtrRuns(texts.join(''), limit)
  const pieces: Piece[] = []
  let part = 0
  let used = 0
  for (const [at, source] of sources.entries()) {
    if (at % 2 === 1) {
      pieces.push({ html: source, text: '', run: null, depth: source.startsWith('</') ? -1 : 1 })
    }
    let rest = texts[at] ?? ''
    for (let current = parts[part]; rest !== '' && current; current = parts[part]) {
      const text = rest.slice(0, current.text.length - used)
      pieces.push({ html: encode(text), text, run: current.isLtr ? part : null, depth: 0 })
      rest = rest.slice(text.length)
      used += text.length
      if (used === current.text.length) [part, used] = [part + 1, 0]
    }
  }
  return pieces
}

type Range = readonly [first: number, last: number]

/** The pieces of each run, with whole elements only. */
function rangesOf(pieces: Piece[]) {
  const runs = new Map<number, number[]>()
  for (const [at, { run }] of pieces.entries()) {
    if (run === null) continue
    const texts = runs.get(run)
    if (texts) texts.push(at)
    else runs.set(run, [at])
  }
  return [...runs.values()].flatMap((texts): Range[] => {
    const range = wholeElements(pieces, texts[0] ?? 0, texts.at(-1) ?? 0)
    // A run that starts or ends inside an element is isolated in parts.
    return range ? [range] : texts.map((at) => [at, at])
  })
}

/** Extends a range by the tags beside it that its elements lack; null if those are elsewhere. */
function wholeElements(pieces: Piece[], start: number, end: number): Range | null {
  let [first, last, depth, lowest] = [start, end, 0, 0]
  for (const piece of pieces.slice(first, last + 1)) {
    depth += piece.depth
    lowest = Math.min(lowest, depth)
  }
  for (; lowest < 0; lowest += 1) {
    first -= 1
    depth += 1
    if (pieces[first]?.depth !== 1) return null
  }
  for (; depth > 0; depth -= 1) {
    last += 1
    if (pieces[last]?.depth !== -1) return null
  }
  return [first, last]
}

function bdi(run: Piece[]) {
  const className = ltrClass(run.map(({ text }) => text).join(''))
  return `<bdi dir="ltr"${className ? ` class="${className}"` : ''}>${htmlOf(run)}</bdi>`
}

function htmlOf(pieces: Piece[]) {
  return pieces.map(({ html }) => html).join('')
}

function encode(text: string) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
