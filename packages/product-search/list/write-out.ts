import { abbreviationsLike, readQuestion, type AnsweringIndex } from '../question/answer.ts'
import { isPhrase, type Clause } from '../question/parse/clauses.ts'
import { conditionsOf } from '../question/parse/conditions.ts'
import type { HitReader } from '../question/hits.ts'
import type { Grading } from '../question/grading.ts'
import { residual } from '../question/parse/stated-letters.ts'
import { countErrors, maxErrors } from '../index/vocabulary.ts'
import { foldWord } from '../language/fold-word.ts'
import { findConcepts, isOfOtherGoods, tradeWords } from '../language/synonym-phrases.ts'

/** The parts of the index that lines are matched with. */
export interface LineIndex extends AnsweringIndex {
  grading: Grading
  hits: HitReader
}

/** Min. length of a code that is tried from right to left. */
const minTurned = 5

/** Maximum number of words parsed per line. */
export const maxWords = 48

export const arabic = /\p{Script=Arabic}/u

/** Words that begin the part of a line about accessories or the place of installation. */
export const tail =
  /(?<!\p{L})(?:with|w\/|c\/w|incl|including|comprising|consisting|suitable|for|between|inside|within|without|less|شامل[ةه]?|مع|كامل[ةه]?|متضمن[ةه]?|بين|داخل|لزوم|بدون|مكون[ةه]? من|لل\p{L}{3,})(?!\p{L})/iu

/** Returns where the first part of a line ends, which names what is bought. */
export function endOfName(text: string) {
  return /[,،;؛(]|$/u.exec(text)?.index ?? text.length
}

/** Whether a clause names goods of the trade that a company may not sell. */
export function isOtherGoods({ alternatives }: Clause) {
  return alternatives.some(({ terms: [term = ''] }) => isOfOtherGoods(term))
}

/**
 * Writes out what a line means: codes that are turned around, goods that it does not name, misspelt words, and names that a
 * rating divides.
 * @returns its text and clauses, and the word that the name of the goods is guessed by, if it was
 */
export function writeOut(index: LineIndex, asked: string) {
  const turned = withTurnedCodes(index, asked)
  const asTurned = readQuestion(turned, index.vocabulary, false, maxWords)
  const { text: question, guessedBy } = withNoun(index, turned, asTurned)
  const asWritten =
    question === turned ? asTurned : readQuestion(question, index.vocabulary, false, maxWords)
  const text = withNamesJoined(index, corrected(index, question, asWritten))
  const clauses =
    text === question ? asWritten : readQuestion(text, index.vocabulary, false, maxWords)
  return { text, clauses, guessedBy }
}

/** Whether a word occurs in product names. */
export function isNaming({ retriever }: LineIndex, clause: Clause) {
  return clause.number === undefined && retriever.isNamed([clause])
}

/** Corrects misspelt words: to words of the trade, or to those that name products. */
function corrected(index: LineIndex, text: string, clauses: readonly Clause[]) {
  const misspelt = clauses.filter(
    (clause) =>
      clause.word !== undefined &&
      clause.word.length >= 5 &&
      !isPhrase(clause) &&
      !tradeWords().has(clause.word) &&
      !index.retriever.isFound([clause]),
  )
  return misspelt.reduceRight((before, { word = '', from, to }) => {
    const spelt = similarOfTrade(word) ?? similarName(index, word)
    return spelt === undefined ? before : before.slice(0, from) + spelt + before.slice(to)
  }, text)
}

/** Finds a similar word that names a product. */
function similarName(index: LineIndex, word: string) {
  return index.vocabulary.listSimilar(word, 3).find(({ shown }) => {
    const [similar] = readQuestion(shown, index.vocabulary, false)
    return similar && isNaming(index, similar)
  })?.shown
}

/** Finds the word of the trade with the fewest errors. */
function similarOfTrade(word: string) {
  // «لمحول»: a preposition is joined to it.
  const bare = word.slice(1)
  if (/^[لبوف]/u.test(word) && tradeWords().has(bare)) return bare
  const most = maxErrors(word)
  let best: { word: string; errors: number } | undefined
  for (const one of tradeWords()) {
    if (Math.abs(one.length - word.length) > most || one[0] !== word[0]) continue
    const errors = countErrors(word, one, most)
    if (errors < (best?.errors ?? most + 1)) best = { word: one, errors }
  }
  return best?.word
}

/** Joins the name of goods that a rating divides: "transformer 1000 kVA oil" is an oil transformer of 1000 kVA. */
function withNamesJoined(index: LineIndex, text: string) {
  const end = Math.min(tail.exec(text)?.index ?? text.length, endOfName(text))
  const clauses = readQuestion(text, index.vocabulary, false, maxWords).filter(
    ({ to }) => to <= end,
  )
  const isWord = ({ word, number, isCode }: Clause) =>
    word !== undefined && number === undefined && !isCode
  const [noun] = clauses.filter((clause) => isWord(clause) && index.grading.namesType(clause))
  if (!noun) return text
  const between = (from: number, to: number) =>
    clauses.some((one) => one.from >= from && one.to <= to)
  const termOf = ({ alternatives: [whole] }: Clause) => whole?.terms.join(' ') ?? ''
  const added = clauses.find(
    (one) =>
      isWord(one) &&
      !index.grading.namesType(one) &&
      (between(noun.to, one.from) || between(one.to, noun.from)) &&
      [`${termOf(noun)} ${termOf(one)}`, `${termOf(one)} ${termOf(noun)}`].some(
        (phrase) => findConcepts([phrase]).length > 0,
      ),
  )
  if (!added) return text
  const [name, word] = [noun, added].map(({ from, to }) => text.slice(from, to))
  const joined = arabic.test(text) ? `${name} ${word}` : `${word} ${name}`
  const [first, last] = noun.from < added.from ? [noun, added] : [added, noun]
  const own = first === noun ? [joined, ' '] : [' ', joined]
  return (
    text.slice(0, first.from) +
    own[0] +
    text.slice(first.to, last.from) +
    own[1] +
    text.slice(last.to)
  )
}

/** Parts of a code whose order is reversed in text copied from right to left; numbers that signs join may be one. */
const codeParts = [/[a-z]+|\d+(?:[-./]\d+)*/giu, /[a-z]+|\d+/giu]

/** Writes codes that are unknown, but known from right to left, as they are known: "16C63-TM" is TM63-C16. */
function withTurnedCodes({ vocabulary }: LineIndex, text: string) {
  return text.replace(
    /(?<![\p{L}\p{N}])(?=\S*\d)(?=\S*[a-z])[a-z\d]+(?:[-./][a-z\d]+)*(?![\p{L}\p{N}])/giu,
    (code) => {
      if (code.length < minTurned || vocabulary.findCode(foldWord(code))) return code
      const turned = codeParts.map((parts) => code.match(parts)?.reverse().join('') ?? '')
      return turned.find((one) => vocabulary.findCode(foldWord(one)) === 'exact') ?? code
    },
  )
}

/** Writes out what a line means that names no goods: the abbreviation that it misspells, or an MCB by its curve. */
function withNoun(
  index: LineIndex,
  text: string,
  clauses: readonly Clause[],
): { text: string; guessedBy?: string } {
  if (clauses.some((clause) => index.grading.namesType(clause) || isOtherGoods(clause)))
    return { text }
  const unknown = clauses.filter(
    (clause) =>
      clause.word !== undefined && !isPhrase(clause) && !index.retriever.isFound([clause]),
  )
  for (const { word = '', from, to } of unknown) {
    const [meant] = abbreviationsLike(word)
    if (meant === undefined) continue
    const guessedBy = text.slice(from, to)
    return { text: text.slice(0, from) + meant.toUpperCase() + text.slice(to), guessedBy }
  }
  const series = unknown.filter(({ word = '' }) => makersSeries.test(word))
  const conditions = conditionsOf(clauses, text)
  const hasCurve = conditions.some(({ meets }) => meets?.(anyCurve) !== undefined)
  const hasCurrent = conditions.some(({ values }) =>
    values.some(({ unit }) => unit.base === 'a' && unit.factor === 1),
  )
  const [first] = series
  if (!first || !hasCurve || !hasCurrent || residual.test(text)) return { text }
  return { text: `MCB ${text}`, guessedBy: text.slice(first.from, first.to) }
}

/** A word with letters and digits, such as another maker's "iC60N"; no "C16". */
const makersSeries = /^(?=.*[a-z])(?=.*\d)(?![bcdkz]\d{1,3}$)[a-z\d]{3,}$/

/** A specification that states a tripping curve. */
const anyCurve = { name: 'Curve', value: 'C', unit: '' }
