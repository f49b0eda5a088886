import { foldWord, lengthOfFolded } from '../language/fold-text.ts'
import type { Alternative, Group } from './groups.ts'
import type { Marks } from '../search-types.ts'
import { listCodes, listWords, type Code, type Word } from '../language/words.ts'

/** Groups with the quality of their best match. */
export type Matched = Map<Group, number>

interface ReadText {
  text: string
  words: Word[]
  codes: Code[]
  terms: ReadonlySet<string>
}

/**
 * The words of a text that a question asks for.
 * @param matched gets the groups that the text matches, each with the best quality of a match
 */
export function markText(
  text: string,
  groups: readonly Group[],
  matched: Matched = new Map(),
): Marks {
  const read = readText(text)
  const marks: Marks = []
  for (const group of groups) {
    const found = group.alternatives.filter((alternative) => isIn(alternative, read))
    if (found.length === 0) {
      marks.push(...listSeries(group, read))
      continue
    }
    const best = Math.max(...found.map(({ quality }) => quality))
    matched.set(group, best)
    for (const alternative of found) {
      if (alternative.quality === best) marks.push(...listMarks(alternative, group, read))
    }
  }
  return mergeMarks(marks)
}

function readText(text: string): ReadText {
  const words = listWords(text)
  const codes = listCodes(text, words)
  const terms = new Set(codes.map(({ term }) => term))
  for (const { term, quantities, ranges } of words) {
    for (const one of [term, ...quantities, ...ranges]) terms.add(one)
  }
  return { text, words, codes, terms }
}

function isIn({ terms, match, phrases }: Alternative, read: ReadText) {
  const [first = ''] = terms
  if (match === 'prefix') return read.codes.some(({ term }) => term.startsWith(first))
  return (phrases ?? [terms]).some((phrase) => phrase.every((term) => read.terms.has(term)))
}

function listMarks({ terms, match, phrases }: Alternative, group: Group, read: ReadText): Marks {
  const [first = ''] = terms
  if (match === 'prefix') {
    return read.codes
      .filter(({ term }) => term.startsWith(first))
      .map(({ from, to }) => [from, from + lengthOfFolded(read.text.slice(from, to), first.length)])
  }
  const inText = (phrases ?? [terms]).filter((phrase) =>
    phrase.every((term) => read.terms.has(term)),
  )
  const asked = new Set(inText.flat())
  const codes = read.codes.filter(({ term }) => asked.has(term))
  return [
    ...codes.map(({ from, to }): Marks[number] => [from, to]),
    ...read.words.flatMap((word, at) => markWord(word, at, asked, group, read)),
  ]
}

/** The name of a series stands in its order codes: "TM63" of TM63-3D32. */
function listSeries({ isCode, alternatives }: Group, { codes }: ReadText): Marks {
  if (!isCode) return []
  const asked = alternatives.flatMap(({ terms }) => terms)
  return codes
    .filter(({ term }) => asked.some((whole) => whole.startsWith(term)))
    .map(({ from, to }) => [from, to])
}

/**
 * A number is marked with its unit, and of a word that a shorter one was typed for, the letters that were
 * typed.
 */
function markWord(
  word: Word,
  at: number,
  asked: ReadonlySet<string>,
  group: Group,
  read: ReadText,
): Marks {
  if ([...word.quantities, ...word.ranges].some((term) => asked.has(term))) {
    const last = read.words.findLast((other) => other.unitOf === at)
    return [[word.from, last?.to ?? word.to]]
  }
  if (!asked.has(word.term)) return []
  const typed = group.word ?? ''
  const isWhole = group.alternatives[0]?.terms[0] === word.term
  if (isWhole || typed === '' || !word.folded.startsWith(typed)) return [[word.from, word.to]]
  const written = read.text.slice(word.from, word.to)
  const article = Math.max(0, foldWord(written).length - word.folded.length)
  return [[word.from, word.from + lengthOfFolded(written, article + typed.length)]]
}

/** In order, without overlaps. */
function mergeMarks(marks: Marks): Marks {
  const merged: Marks = []
  for (const [from, to] of marks.sort((a, b) => a[0] - b[0] || a[1] - b[1])) {
    const last = merged.at(-1)
    if (last && from <= last[1]) last[1] = Math.max(last[1], to)
    else merged.push([from, to])
  }
  return merged
}
