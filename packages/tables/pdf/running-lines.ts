import { withLatinDigits } from '@site/arabic-text/characters'
import type { Glyph } from './pdf-page.ts'

/** A line of a page. */
interface Line {
  glyphs: Glyph[]
  baseline: number
  /** Its text without numbers, and these. */
  words: string
  numbers: number[]
}

/** Lines at each end of a page that may be headers or footers. */
const maxEndLines = 3

/** The part of pages that have a header: the first one, and those of another section, may lack it. */
const mostPages = 0.6

/** Points by which the baselines of one line differ, and those of a header on two pages. */
const sameLine = 2
const samePlace = 3

/** The lines of a page from top to bottom. */
function linesOf(glyphs: readonly Glyph[]): Line[] {
  const sorted = glyphs
    .filter(({ text }) => text.trim() !== '')
    .toSorted((a, b) => b.baseline - a.baseline)
  const groups: Glyph[][] = []
  for (const glyph of sorted) {
    const group = groups.at(-1)
    const [first] = group ?? []
    if (group && first && first.baseline - glyph.baseline < sameLine) group.push(glyph)
    else groups.push([glyph])
  }
  return groups.map((group) => {
    const inOrder = group.toSorted((a, b) => a.left - b.left)
    const parts = inOrder.map(({ text, left }, at) => {
      const gap = left - (inOrder[at - 1]?.right ?? left)
      return gap > 1 ? ` ${text}` : text
    })
    const text = withLatinDigits(parts.join(''))
    return {
      glyphs: group,
      baseline: group[0]?.baseline ?? 0,
      words: text.replace(/\d+/g, '#'),
      numbers: (text.match(/\d+/g) ?? []).map(Number),
    }
  })
}

/** Whether two lines are the same one on pages that follow each other: only the number of the page may differ. */
function isNext(line: Line, next: Line) {
  if (line.words !== next.words || Math.abs(line.baseline - next.baseline) > samePlace) return false
  const steps = line.numbers.map((number, at) => (next.numbers[at] ?? number) - number)
  const changed = steps.filter((step) => step !== 0)
  return changed.length === 0 || (changed.length === 1 && changed[0] === 1)
}

/** Finds the lines of an end of the pages that most pages have. */
function repeated(ends: readonly Line[][]): Line[] {
  /** The lines of one header, on the pages that have it. */
  const chains: Line[][] = []
  for (const end of ends) {
    for (const line of end) {
      const chain = chains.find((one) => {
        const last = one.at(-1)
        return last && !end.includes(last) && isNext(last, line)
      })
      if (chain) chain.push(line)
      else chains.push([line])
    }
  }
  return chains
    .filter(({ length }) => length > 1 && length >= mostPages * ends.length)
    .flatMap((chain) => chain)
}

/**
 * Finds the glyphs of headers and footers, which programs and browsers print on each page: the number of the page, an
 * address, the date, a title. Of a header the first one is left out of these, since it may be the heading of a table.
 * @param pages the glyphs of each page
 */
export function runningGlyphs(pages: readonly (readonly Glyph[])[]): ReadonlySet<Glyph> {
  const lines = pages.map(linesOf)
  const headers = repeated(lines.map((page) => page.slice(0, maxEndLines)))
  const footers = repeated(lines.map((page) => page.slice(-maxEndLines)))
  const [firstPage] = lines
  const kept = new Set(firstPage?.slice(0, maxEndLines))
  return new Set(
    [...headers.filter((line) => !kept.has(line)), ...footers].flatMap(({ glyphs }) => glyphs),
  )
}
