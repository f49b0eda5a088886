import type { Variant } from '../types.ts'
import { findUnits, parseNumber } from '../language/units.ts'
import { listWords } from '../language/words.ts'
import { listConceptTerms, termsOfPhrase } from '../language/synonym-phrases.ts'
import { withLatinDigits } from '@site/arabic-text/characters'
import { writtenCode, type Clause } from '../question/clauses.ts'

/**
 * Chooses the order codes that fit a line best, among those that meet its ratings equally well: by the numbers and
 * words that only some of them state, and by the parts of the codes themselves, such as "KKV" or "M32".
 * @param near the order codes that meet the ratings equally well
 * @param all of the product: a part of a code that the line names decides whatever the ratings are
 * @returns in the product's order; all of them if nothing decides
 */
export function fittingVariants(
  near: readonly Variant[],
  all: readonly Variant[],
  clauses: readonly Clause[],
  text: string,
) {
  const numbers = numbersIn(text)
  const written = new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
  const joined = writtenCode(text)
  const [whole] = all
    .filter(({ code }) => isWhole(writtenCode(code), joined))
    .sort((a, b) => b.code.length - a.code.length)
  if (whole) return [whole]
  const named = all.filter(({ code }) =>
    codePartsOf(code).some((part) => /^\p{L}{3,}$/u.test(part) && isWritten(part, written)),
  )
  const isDecided = named.length > 0 && named.length < all.length
  const variants = isDecided ? named : near
  if (variants.length < 2) return [...variants]
  const scored = variants.map((variant) => ({
    variant,
    score: scoreOf(variant, clauses, numbers, written),
  }))
  const best = Math.max(...scored.map(({ score }) => score))
  return scored.filter(({ score }) => score === best).map(({ variant }) => variant)
}

/** Returns the numbers of a text; those in a word, such as IP65, are part of a name. */
export function numbersIn(text: string) {
  const apart = withLatinDigits(text).replace(/(?<=\d)[x×*](?=\d)/gi, ' ')
  const found = apart.match(/(?<![\p{L}\p{N}.,])\d+(?:[.,٫٬]\d+)*/gu) ?? []
  return new Set(found.map(parseNumber).filter(Number.isFinite))
}

function scoreOf(
  { code, specs }: Variant,
  clauses: readonly Clause[],
  numbers: ReadonlySet<number>,
  written: ReadonlySet<string>,
) {
  const stated = new Set(specs.flatMap(({ value }) => [...numbersIn(value)]))
  const exact = [...stated].filter((number) => numbers.has(number)).length
  const text = specs.map(({ name, value, unit }) => `${name} ${value} ${unit}`).join(' · ')
  const words = listWords(text)
  const terms = new Set([
    ...words.map(({ term }) => term),
    ...listConceptTerms(termsOfPhrase(words)),
  ])
  const named = clauses.filter(
    ({ number, alternatives }) =>
      number === undefined &&
      alternatives.some((one) => one.terms.every((term) => terms.has(term))),
  ).length
  const inCode = codePartsOf(code).filter((part) => isWritten(part, written)).length
  // Words and numbers that it states but the line does not ask for count a little against it.
  return exact + named + inCode - specs.length / 1000
}

function codePartsOf(code: string) {
  return code.toLowerCase().split(/[^\p{L}\p{N}.]+|(?<=\d)(?=x)|(?<=x)(?=\d)/u)
}

function isWritten(part: string, written: ReadonlySet<string>) {
  return part.length > 1 && written.has(part) && findUnits(part).length === 0
}

/** Whether a text without spaces has a code; further digits would make it another one. */
function isWhole(code: string, joined: string) {
  const at = joined.indexOf(code)
  return at >= 0 && code.length > 3 && !/\d/.test(joined.charAt(at + code.length))
}
