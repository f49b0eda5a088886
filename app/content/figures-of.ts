import type { Post, Spec } from './content.server'

/** A figure to be set large: "21,000" of "m²", and what it counts. */
export interface Figure {
  name: string
  numeral: string
  unit: string
}

/** As many as stand in a row of the home page. */
const shownCount = 4

/** Longer ones are telephone numbers and sentences. */
const longestNumeral = 11
const longestUnit = 12

/** With the white space round its parts. A longer value is not looked at: that takes too long. */
const longestFigure = 40

const number = /^([+−-]?[0-9٠-٩]+(?:[.,٫٬][0-9٠-٩]+)*\+?)(?:\s*([%٪])|\s+([^,،;؛]*))?$/u

/** The company's first figures, out of what the sections about it state: a number and its unit. */
export function figuresOf(sections: Pick<Post, 'postSpecs'>[]): Figure[] {
  return splitFigures(sections.flatMap(({ postSpecs }) => postSpecs)).figures.slice(0, shownCount)
}

/** Specs that are a number with a unit, and the others, each in the order given. */
export function splitFigures(all: Spec[]): { figures: Figure[]; specs: Spec[] } {
  const figures: Figure[] = []
  const specs: Spec[] = []
  for (const spec of all) {
    const figure = figureOf(spec)
    if (figure) figures.push(figure)
    else specs.push(spec)
  }
  return { figures, specs }
}

function figureOf({ name, value, unit }: Spec): Figure | null {
  const text = `${value} ${unit}`.trim()
  if (text.length > longestFigure) return null
  const [, numeral, sign, words] = number.exec(text) ?? []
  if (!numeral || numeral.length > longestNumeral) return null
  const counted = sign ?? words ?? ''
  return counted.length > longestUnit ? null : { name, numeral, unit: counted }
}
