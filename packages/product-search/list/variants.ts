import type { Variant } from '../types.ts'
import { findUnits, parseNumber } from '../language/units.ts'
import { listWords } from '../language/words.ts'
import { listConceptTerms, termsOfPhrase } from '../language/synonym-phrases.ts'
import { withLatinDigits } from '@site/arabic-text/characters'
import { countErrors } from '../index/vocabulary.ts'
import { relationOf } from '../language/relations.ts'
import { writtenCode, type Clause } from '../question/parse/clauses.ts'

/**
 * Chooses the order codes that fit a line best, among those that meet its ratings equally well: by the numbers and
 * words that only some of them state, and by the parts of the codes themselves, such as "KKV" or "M32".
 * @param near the order codes that meet the ratings equally well
 * @param all of the product: a part of a code that the line names decides whatever the ratings are
 * @param codes what may be order codes in the text
 * @returns in the product's order; all of them if nothing decides
 */
export function fittingVariants(
  near: readonly Variant[],
  all: readonly Variant[],
  clauses: readonly Clause[],
  text: string,
  codes: ReadonlySet<string>,
) {
  const numbers = numbersIn(text)
  const written = new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
  const tokens = [...codes]
  const errors = all.map(({ code }) => {
    const own = writtenCode(code)
    // Another beginning is another series.
    const begun = tokens.filter((one) => own.startsWith(one.slice(0, 3)))
    return Math.min(3, ...begun.map((one) => errorsOf(one, own)))
  })
  const least = Math.min(3, ...errors)
  // A code that is nearly one of these.
  if (least < 3) return all.filter((_, at) => errors[at] === least)
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
  return exact + named + inCode - specs.filter((spec) => !relationOf(spec)).length / 1000
}

function codePartsOf(code: string) {
  return code.toLowerCase().split(/[^\p{L}\p{N}.]+|(?<=\d)(?=x)|(?<=x)(?=\d)/u)
}

function isWritten(part: string, written: ReadonlySet<string>) {
  return part.length > 1 && written.has(part) && findUnits(part).length === 0
}

/** Lists what may be order codes in a text, in lower case and without hyphens: runs of words that hyphens join, or spaces. */
export function codesWritten(text: string): ReadonlySet<string> {
  const tokens = text.match(/[\p{L}\p{N}]+(?:[-\u2010\u2011_./][\p{L}\p{N}]+)*/gu) ?? []
  const runs = tokens.flatMap((_, at) =>
    [1, 2, 3, 4].map((count) => writtenCode(tokens.slice(at, at + count).join(''))),
  )
  return new Set(runs.filter((run) => /^(?=.*\d)(?=.*[a-z])[a-z\d./]{4,40}$|^\d{5,}$/.test(run)))
}

/** Counts the errors of a code; 3 are too many. */
function errorsOf(written: string, code: string) {
  if (written === code) return 0
  return code.length > 5 ? countErrors(written, code, 2) : 3
}
