import { parseNumber } from '../../language/units.ts'
import { withLatinDigits } from '@site/arabic-text/characters'
import type { Spec } from '../../types.ts'
import { kindOfSpec } from './spec-kinds.ts'

/** A size that a question states: "60x60 cm", "800 × 600 × 300". */
export interface StatedSize {
  /** Start offset in the question, in UTF-16 units. */
  from: number
  to: number
  asked: string
  /** @returns undefined if the specification states no size */
  meets: (spec: Spec) => boolean | undefined
}

const number = '(\\d+(?:\\.\\d+)?)'
const mark = '\\s?(mm|cm|m|مم|ملم|ملي|سم|متر|م)?(?:\\s?([wdhl])(?![a-z]))?'
const size = new RegExp(
  `(?<![\\p{L}\\p{N}.,-])${number}${mark}\\s*[x×*]\\s*${number}${mark}(?:\\s*[x×*]\\s*${number}${mark})?(?![\\p{L}\\p{N}])`,
  'giu',
)
const light = /light|lamp|lumin|panel|led|كشاف|[اإ]نار[ةه]|[اإ]ضا[ءئ]?[ةه]|ليد|لمب|سبوت|بانل/iu

/** Boxes: three lengths of less than 2 m are given in cm as well. */
const box = /box|enclosure|cabinet|بوكس|خزان[ةه]|كبين[ةه]|صندوق/iu

/** Share by which a nominal size may differ: panels of 595 mm lie in ceilings of 600. */
const nominal = 0.02

const isNear = (stated: number, asked: number) => Math.abs(stated - asked) <= nominal * asked

/** The letters of the sides, in the order in which dimensions are stated. */
const order = 'whd'

/** Lists the sizes in a question. A cable's cores and section, or a number of lamps, is none. */
export function sizesIn(question: string): StatedSize[] {
  const text = withLatinDigits(question)
  return [...text.matchAll(size)].flatMap((match) => {
    const [asked, a, unitA, sideA, b, unitB, sideB, c, unitC, sideC] = match
    const numbers = [a, b, c].flatMap((one) => (one === undefined ? [] : [parseNumber(one)]))
    const unit = unitC ?? unitB ?? unitA
    const isSmall = Math.min(...numbers) < (unit === undefined ? 15 : 0)
    if (isSmall || (unitA !== undefined && unit !== unitA)) return []
    const isShort = unit === undefined && Math.max(...numbers) <= 200
    const isLight = isShort && (light.test(text) || (c !== undefined && box.test(text)))
    const factor =
      /^(?:cm|سم)$/iu.test(unit ?? '') || isLight
        ? 10
        : /^(?:m|متر|م)$/iu.test(unit ?? '')
          ? 1000
          : 1
    const lengths = numbers.map((one) => one * factor)
    return [
      {
        from: match.index,
        to: match.index + asked.length,
        asked: asked.trim(),
        meets: fits(lengths, [sideA, sideB, sideC].join('').toLowerCase()),
      },
    ]
  })
}

/**
 * Whether a product's dimensions include the lengths, mm, in any order.
 * @param sides the letters of the lengths, as "whd": then each is compared with its own
 */
function fits(lengths: readonly number[], sides: string): StatedSize['meets'] {
  return ({ name, value, unit }) => {
    if (unit !== 'mm' || kindOfSpec(name, { base: 'mm', factor: 1 }) !== 'size') return undefined
    const left = value.split(/[x×*]/).map(parseNumber)
    const places =
      sides.length === lengths.length ? [...sides].map((side) => order.indexOf(side)) : []
    if (places.length > 0 && /w\s*[x×*]\s*h\s*[x×*]\s*d/iu.test(name) && !places.includes(-1))
      return places.every((place, at) => isNear(left[place] ?? NaN, lengths[at] ?? NaN))
    return lengths.every((one) => {
      const at = left.findIndex((stated) => isNear(stated, one))
      return at >= 0 && left.splice(at, 1).length > 0
    })
  }
}
