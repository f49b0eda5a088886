import { qualityOf, readCode, readPhrase, readWord, type Group } from './clauses.ts'
import { isStopWord } from '../language/synonym-phrases.ts'
import { type Vocabulary, maxErrors } from '../index/vocabulary.ts'
import { listWords } from '../language/words.ts'
import type { ContentLanguage } from '../../content/content-calls.ts'
import type { Finder, Found } from './retriever.ts'
import type { SearchKind } from '../search-types.ts'

/** The keys of the US layout, and what the Arabic (101) layout has on them. */
const keys = "`qwertyuiop[]asdfghjkl;'zxcvbnm,./"
const letters = [
  ...['ذ', 'ض', 'ص', 'ث', 'ق', 'ف', 'غ', 'ع', 'ه', 'خ', 'ح', 'ج', 'د'],
  ...['ش', 'س', 'ي', 'ب', 'ل', 'ا', 'ت', 'ن', 'م', 'ك', 'ط'],
  ...['ئ', 'ء', 'ؤ', 'ر', 'لا', 'ى', 'ة', 'و', 'ز', 'ظ'],
]

/** With the shift key. */
const shifted: [string, string][] = [
  ['H', 'أ'],
  ['N', 'آ'],
  ['Y', 'إ'],
  ['G', 'لأ'],
  ['B', 'لآ'],
  ['T', 'لإ'],
]

const toArabic = new Map([...keys].map((key, at) => [key, letters[at] ?? '']))
const toArabicShifted = new Map([...toArabic, ...shifted])
const toLatin = new Map([...toArabicShifted].map(([key, letter]) => [letter, key.toLowerCase()]))
for (const [key, letter] of toArabic) toLatin.set(letter, key)

/** What was typed, on the other layout's keys. One key gives "لا", which two keys give, too: hence several. */
function listOtherLayout(text: string): string[] {
  if (/[a-z]/i.test(text)) {
    const withShift = [...text].map(
      (key) => toArabicShifted.get(key) ?? toArabic.get(key.toLowerCase()) ?? key,
    )
    const without = [...text.toLowerCase()].map((key) => toArabic.get(key) ?? key)
    const isCapsLock = text === text.toUpperCase()
    const [first, second] = isCapsLock ? [without, withShift] : [withShift, without]
    return [...new Set([first.join(''), second.join('')])]
  }
  if (!/[\u0620-\u064a]/.test(text)) return []
  const map = (part: string) => [...part].map((letter) => toLatin.get(letter) ?? letter).join('')
  const oneKey = text.replace(/ل[اأإآ]/g, (pair) => toLatin.get(pair) ?? pair)
  return [...new Set([map(oneKey), map(text)])]
}

/** The most that is read of a question. */
const maxLength = 200
const maxWords = 12

/** How many words a prefix stands for; a short one starts too many to rank. */
const maxExpansions = 16
const maxShortExpansions = 6
const minLongPrefix = 3

/** The part of a question that is read. */
function cutQuestion(text: string) {
  return text.slice(0, maxLength).toWellFormed().replace(/\s+/gu, ' ').trim()
}

/**
 * Reads a question: part numbers, phrases with synonyms, numbers with units, words.
 * @param isTyping whether the last word may be unfinished
 */
function readQuestion(text: string, vocabulary: Vocabulary, isTyping: boolean): Group[] {
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
function addPrefix(group: Group, vocabulary: Vocabulary) {
  if (group.word === undefined) return
  const known = new Set(group.alternatives.flatMap(({ terms }) => terms))
  const most = group.word.length < minLongPrefix ? maxShortExpansions : maxExpansions
  for (const { term } of vocabulary.listWithPrefix(group.word, most)) {
    if (known.has(term)) continue
    known.add(term)
    group.alternatives.push({ terms: [term], match: 'all', quality: qualityOf.prefix })
  }
}

interface Answer {
  /** Best first. */
  rows: number[]
  /** What was searched, for marks. */
  groups: Group[]
  searchedInstead?: string
  closest?: string
}

interface Asked {
  text: string
  language: ContentLanguage
  /** Whether the last word may be unfinished. */
  isTyping: boolean
  kinds: readonly SearchKind[]
}

/** Corrections of one word that are tried, and of the whole question. */
const maxOfWord = 3
const maxCorrections = 6

/** A score below which the words stand in texts only. */
const weak = 0.55

/** Shorter words have too many neighbours. */
const minForMoreErrors = 6

/** Letters that each part of a word has that lacks its space. */
const minPart = 3

/** Part numbers that contain what was typed. */
const maxCodes = 20
const codePartQuality = 0.8

/**
 * Answers a question in steps, each only if the one before found nothing: as it stands; as if it was
 * typed on the other keyboard layout; with its spelling corrected; without some of its words.
 */
export function createAnswering(finder: Finder, vocabulary: Vocabulary) {
  const isKnown = (group: Group) => finder.isFound([group])

  /**
   * Finds what matches all groups. If nothing does, unknown ones are completed, and quantities are numbers of
   * any unit, in place.
   */
  function findAll(groups: Group[], { language, kinds }: Asked): Found {
    const found = finder.findAll(groups, language, kinds)
    if (found.rows.length > 0) return found
    const unknown = groups.filter((group) => !isKnown(group))
    const quantities = groups.filter(({ number }) => number !== undefined)
    unknown.forEach(completeUnknown)
    quantities.forEach(addNumberAlone)
    const isChanged = unknown.length + quantities.length > 0
    return isChanged ? finder.findAll(groups, language, kinds) : found
  }

  function addNumberAlone({ number, alternatives }: Group) {
    const isThere = alternatives.some(({ terms: [term] }) => term === number)
    if (number === undefined || isThere) return
    alternatives.push({ terms: [number], match: 'all', quality: qualityOf.number })
  }

  /** An unknown word may be the start of one, or a part of a part number. */
  function completeUnknown(group: Group) {
    const word = group.word ?? ''
    if (word.length > 1) addPrefix(group, vocabulary)
    if (word.length < minPart + 1 || !/\d/.test(word)) return
    for (const { term } of vocabulary.listCodesWith(word, maxCodes)) {
      group.alternatives.push({ terms: [term], match: 'all', quality: codePartQuality })
    }
  }

  function answer(asked: Asked): Answer {
    const text = cutQuestion(asked.text)
    const groups = readQuestion(text, vocabulary, asked.isTyping)
    const rows = findBest(groups, asked)
    if (rows.length > 0 || groups.length === 0) return { rows, groups }
    return (
      findOtherLayout(text, asked) ??
      findCorrected(text, groups, asked) ??
      findRelaxed(text, groups, asked) ?? { rows: [], groups, ...findClosest(text, groups, asked) }
    )
  }

  /** What matches all groups; if that is weak, after what matches most of them better. */
  function findBest(groups: Group[], asked: Asked): number[] {
    const { rows, best } = findAll(groups, asked)
    return rows.length > 0 && best < weak ? addRelaxed(rows, groups, asked) : rows
  }

  /**
   * Words that stand in a text only, far from one another, say little: things that have most of them in
   * their titles may answer better.
   */
  function addRelaxed(rows: number[], groups: Group[], asked: Asked) {
    const size = groups.length - 1
    const sizes = { most: size, least: Math.max(2, size) }
    const more = finder.findMost(groups, sizes, asked.language, asked.kinds).rows
    const isFound = new Set(more)
    return [...more, ...rows.filter((row) => !isFound.has(row))]
  }

  function findOtherLayout(text: string, asked: Asked): Answer | undefined {
    for (const searchedInstead of listOtherLayout(text)) {
      const groups = readQuestion(searchedInstead, vocabulary, asked.isTyping)
      if (groups.length === 0 || !groups.every(isKnown)) continue
      const { rows } = finder.findAll(groups, asked.language, asked.kinds)
      if (rows.length > 0) return { rows, groups, searchedInstead }
    }
    return undefined
  }

  function findCorrected(text: string, groups: Group[], asked: Asked): Answer | undefined {
    for (const searchedInstead of listCorrections(text, groups)) {
      const corrected = readQuestion(searchedInstead, vocabulary, false)
      const rows = findBest(corrected, asked)
      if (rows.length > 0) return { rows, groups: corrected, searchedInstead }
    }
    return undefined
  }

  /** Most of the words must be known, so that a question about something else finds nothing. */
  function findRelaxed(text: string, groups: Group[], asked: Asked): Answer | undefined {
    const [correction] = listCorrections(text, groups)
    const searched = correction === undefined ? groups : readQuestion(correction, vocabulary, false)
    const known = searched.filter(isKnown)
    if (countWords(known) * 2 <= countWords(searched)) return undefined
    const sizes = { most: known.length, least: Math.max(1, Math.floor(searched.length / 2)) }
    const { rows } = finder.findMost(known, sizes, asked.language, asked.kinds)
    if (rows.length === 0) return undefined
    return { rows, groups: known, ...(correction !== undefined && { searchedInstead: correction }) }
  }

  /** The nearest spelling that finds something, with one error more than a correction may have. */
  function findClosest(text: string, groups: Group[], asked: Asked): { closest?: string } {
    for (const closest of listCorrections(text, groups, 1)) {
      const { rows } = findAll(readQuestion(closest, vocabulary, false), asked)
      if (rows.length > 0) return { closest }
    }
    return {}
  }

  /** The question with its unknown words corrected; all at their best first. */
  function listCorrections(text: string, groups: Group[], moreErrors = 0): string[] {
    const corrections = groups.flatMap((group) => {
      if (group.word === undefined || isKnown(group)) return []
      if (moreErrors > 0 && group.word.length < minForMoreErrors) return []
      const words = listWords(group.word, moreErrors)
      return words.length > 0 ? [{ group, words }] : []
    })
    if (corrections.length === 0) return []
    const choices = corrections.map(() => 0)
    const texts = [correct(text, corrections, choices)]
    for (const [at, { words }] of corrections.entries()) {
      for (let choice = 1; choice < words.length; choice++) {
        texts.push(correct(text, corrections, choices.with(at, choice)))
      }
    }
    return texts.slice(0, maxCorrections)
  }

  function listWords(word: string, moreErrors: number) {
    const similar = vocabulary
      .listSimilar(word, maxOfWord, maxErrors(word) + moreErrors)
      .map(({ shown }) => shown)
    return [...similar, ...listSplits(word)]
  }

  /** A word that lacks a space: two known ones. */
  function listSplits(word: string) {
    const splits: string[] = []
    for (let at = minPart; at <= word.length - minPart; at++) {
      const parts = [word.slice(0, at), word.slice(at)]
      if (parts.every((part) => vocabulary.has(part))) splits.push(parts.join(' '))
    }
    return splits.slice(0, 1)
  }

  return answer
}

function countWords(groups: Group[]) {
  return groups.reduce((sum, { weight }) => sum + weight, 0)
}

function correct(
  text: string,
  corrections: { group: Group; words: string[] }[],
  choices: number[],
) {
  let corrected = text
  // From the end, so that places before stay.
  for (const [at, { group, words }] of [...corrections.entries()].reverse()) {
    const word = words[choices[at] ?? 0] ?? ''
    corrected = corrected.slice(0, group.from) + word + corrected.slice(group.to)
  }
  return corrected
}
