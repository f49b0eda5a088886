import { qualityOf, readCode, readPhrase, readWord, type Group } from './groups.ts'
import { isStopWord } from '../language/synonym-phrases.ts'
import type { Vocabulary } from '../index/vocabulary.ts'
import { listWords } from '../language/words.ts'

/** The most that is read of a question. */
const maxLength = 200
const maxWords = 12

/** How many words a prefix stands for; a short one starts too many to rank. */
const maxExpansions = 16
const maxShortExpansions = 6
const minLongPrefix = 3

/** The part of a question that is read. */
export function cutQuestion(text: string) {
  return text.slice(0, maxLength).toWellFormed().replace(/\s+/gu, ' ').trim()
}

/**
 * Reads a question: part numbers, phrases with synonyms, numbers with units, words.
 * @param isTyping whether the last word may be unfinished
 */
export function readQuestion(text: string, vocabulary: Vocabulary, isTyping: boolean): Group[] {
  const words = listWords(text).slice(0, maxWords)
  const isEmpty = words.every(isStopWord)
  const groups: Group[] = []
  for (let at = 0; at < words.length;) {
    const found =
      readCode(text, words, at, vocabulary) ?? readPhrase(words, at) ?? readWord(words, at)
    const isLast = at + found.count === words.length
    const skipped = found.count === 1 && words.slice(at, at + 1).every(isStopWord)
    if (isTyping && isLast) addPrefix(found.group, vocabulary)
    if ((!skipped || isEmpty) && !groups.some((known) => isSame(known, found.group))) {
      groups.push(found.group)
    }
    at += found.count
  }
  return groups
}

/** A word that is said twice counts once: "60 × 60". */
function isSame(a: Group, b: Group) {
  return a.alternatives[0]?.terms.join(' ') === b.alternatives[0]?.terms.join(' ')
}

/** The words that an unfinished one may become. */
export function addPrefix(group: Group, vocabulary: Vocabulary) {
  if (group.word === undefined) return
  const known = new Set(group.alternatives.flatMap(({ terms }) => terms))
  const most = group.word.length < minLongPrefix ? maxShortExpansions : maxExpansions
  for (const { term } of vocabulary.listWithPrefix(group.word, most)) {
    if (known.has(term)) continue
    known.add(term)
    group.alternatives.push({ terms: [term], match: 'all', quality: qualityOf.prefix })
  }
}
