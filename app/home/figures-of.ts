import type { Post } from '../content.server'

/** A figure to be set large: "21,000" of "m²", and what it counts. */
export interface Figure {
  name: string
  numeral: string
  unit: string
}

/** As many as stand in a row of the home page. */
const shownCount = 4

/** A longer value is no figure but a sentence. */
const longestUnit = 12

/** The company's first figures, out of what the sections about it state: a number and its unit. */
export function figuresOf(sections: Pick<Post, 'postSpecs'>[]): Figure[] {
  return sections
    .flatMap(({ postSpecs }) => postSpecs)
    .flatMap(({ name, value, unit }) => {
      const [, numeral, rest] = /^(\d[\d.,]*)(?:\s+(.*))?$/u.exec(`${value} ${unit}`.trim()) ?? []
      return numeral && (rest ?? '').length <= longestUnit
        ? [{ name, numeral, unit: rest ?? '' }]
        : []
    })
    .slice(0, shownCount)
}
