import { z } from 'zod'
import { foldWord, lengthOfFolded } from '../language/fold-word.ts'
import { listCodes, listWords, type Code, type Word } from '../language/words.ts'
import type { Alternative, Group } from './clauses.ts'
import type { Marks, SearchEntry, SearchMatch, SearchHit } from '../search-types.ts'
import { quantitiesOfSpec } from '../index/entry-terms.ts'
import { bestQuality, groupsInSpecs, toTermFields } from './ranking.ts'
import { contentLanguages, type ContentLanguage } from '../../content/content-calls.ts'
import {
  type SearchDatabase,
  readSpecs,
  readVariants,
  kindOfThing,
  textId,
} from '../index/schema.ts'

/** Groups with the quality of their best match. */
type Matched = Map<Group, number>

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
function markText(text: string, groups: readonly Group[], matched: Matched = new Map()): Marks {
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

/** In UTF-16 units. */
const maxExcerpt = 160

/** The part of a text that is looked through. */
const maxSearched = 20_000

/** Terms of specifications that are looked through: each range has up to hundreds. */
const maxSpecTerms = 10_000

/** Sentences that are compared. */
const maxCompared = 5

/** The specification that matches the groups best, among the first ones. */
export function findSpec(
  specs: SearchEntry['specs'],
  groups: readonly Group[],
): SearchMatch | undefined {
  let best: { quality: number; spec: SearchEntry['specs'][number] } | undefined
  const most = groups.reduce((sum, group) => sum + bestQuality(group), 0)
  let lookedThrough = 0
  for (const spec of specs) {
    if (lookedThrough >= maxSpecTerms || best?.quality === most) break
    const words = listWords(`${spec.value} ${spec.unit}`)
    for (const { ranges } of words) lookedThrough += 1 + ranges.length
    const matched: Matched = new Map()
    markText(`${spec.name} ${spec.value} ${spec.unit}`, groups, matched)
    const terms = new Set(words.flatMap((word) => quantitiesOfSpec(word, spec)))
    for (const group of groups) {
      for (const { terms: asked, quality } of group.alternatives) {
        if (!asked.some((term) => terms.has(term))) continue
        matched.set(group, Math.max(matched.get(group) ?? 0, quality))
      }
    }
    const quality = [...matched.values()].reduce((sum, one) => sum + one, 0)
    if (quality > (best?.quality ?? 0)) best = { quality, spec }
  }
  return best && { type: 'spec', ...best.spec }
}

/**
 * The sentence that matches most of the missing groups, or else most of all groups, cut around its first
 * match.
 * @param missing those of the groups that nothing else of the result shows
 */
function findSentence(
  text: string,
  missing: readonly Group[],
  groups: readonly Group[],
): SearchMatch | undefined {
  const sentences = splitSentences(text.slice(0, maxSearched))
  const sentence = findBest(sentences, missing) ?? findBest(sentences, groups)
  if (sentence === undefined) return undefined
  const excerpt = cutAround(sentence, markText(sentence, groups)[0]?.[0] ?? 0)
  return { type: 'text', text: excerpt, marks: markText(excerpt, groups) }
}

interface Sentence {
  text: string
  terms: ReadonlySet<string>
}

function splitSentences(text: string): Sentence[] {
  const sentences: { text: string; to: number; terms: Set<string> }[] = []
  let from = 0
  for (const end of text.matchAll(/[.!?؟](?=\s)|\n|$/gu)) {
    const to = end.index + end[0].length
    sentences.push({ text: text.slice(from, to).trim(), to, terms: new Set() })
    from = to
  }
  let at = 0
  for (const word of listWords(text)) {
    while (word.from >= (sentences[at]?.to ?? Infinity)) at++
    for (const term of [word.term, ...word.quantities, ...word.ranges]) {
      sentences[at]?.terms.add(term)
    }
  }
  return sentences
}

/** The first of the sentences that match most of the groups. */
function findBest(sentences: readonly Sentence[], groups: readonly Group[]) {
  let best: { count: number; text: string } | undefined
  for (const { text } of listLikely(sentences, groups)) {
    const matched: Matched = new Map()
    markText(text, groups, matched)
    if (matched.size > (best?.count ?? 0)) best = { count: matched.size, text }
    if (best?.count === groups.length) break
  }
  return best?.text
}

/** Those that have most of the groups' terms. */
function listLikely(sentences: readonly Sentence[], groups: readonly Group[]) {
  const alternatives = groups.flatMap((group) => group.alternatives)
  const asked = new Set(alternatives.flatMap(({ terms, phrases }) => (phrases ?? [terms]).flat()))
  return sentences
    .map(({ text, terms }) => ({
      text,
      found: [...terms].filter((term) => asked.has(term)).length,
    }))
    .filter(({ found }) => found > 0)
    .sort((a, b) => b.found - a.found)
    .slice(0, maxCompared)
}

/** At most `maxExcerpt`, with whole words. */
function cutAround(sentence: string, at: number) {
  if (sentence.length <= maxExcerpt) return sentence
  const room = maxExcerpt - 2
  const start = at < room / 2 ? 0 : sentence.indexOf(' ', at - room / 2) + 1
  const isEnd = sentence.length - start <= room
  const end = isEnd ? sentence.length : Math.max(sentence.lastIndexOf(' ', start + room), at)
  const cut = sentence.slice(start, Math.min(end, start + room))
  return `${start > 0 ? '…' : ''}${cut.trim()}${isEnd ? '' : '…'}`
}

const hitRow = z.object({
  key: z.string(),
  parent_id: z.string(),
  image: z.string(),
  date: z.string(),
  position: z.number(),
  title: z.string(),
  sub_title: z.string(),
  parent_title: z.string(),
  specs: z.string(),
  variants: z.string(),
  fields: z.string(),
})
const bodyRow = z.object({ body: z.string() })

/** Reads the texts of found things, with what matched in them. */
export function createHitReader(database: SearchDatabase) {
  const findHit = database.prepare(
    `SELECT key, parent_id, image, date, position, title, sub_title, parent_title, specs, variants, fields
     FROM texts JOIN things ON things.id = ? WHERE texts.id = ?`,
  )
  const findBody = database.prepare('SELECT body FROM bodies WHERE id = ?')

  function readHit(
    row: number,
    groups: readonly Group[],
    language: ContentLanguage,
    withMatch: boolean,
  ) {
    const languages = [language, ...contentLanguages.filter((other) => other !== language)]
    for (const shown of languages) {
      const found = findHit.get(row, textId(row, shown))
      if (found === undefined) continue
      const texts = hitRow.parse(found)
      const matched: Matched = new Map()
      const hit: SearchHit = {
        kind: kindOfThing(row),
        id: texts.key,
        parentId: texts.parent_id,
        language: shown,
        title: texts.title,
        titleMarks: markText(texts.title, groups, matched),
        subTitle: texts.sub_title,
        parentTitle: texts.parent_title,
        image: texts.image,
        date: texts.date,
        position: texts.position,
      }
      const code = findVariantCode(texts.variants, groups)
      if (code !== undefined) hit.code = code
      const missing = groups.filter((group) => !matched.has(group))
      if (!withMatch || missing.length === 0) return hit
      const match = findMatch(row, texts, shown, missing, groups)
      if (match) hit.match = match
      return hit
    }
    return undefined
  }

  function findMatch(
    row: number,
    texts: z.output<typeof hitRow>,
    language: ContentLanguage,
    missing: Group[],
    groups: readonly Group[],
  ) {
    // Looking through each specification costs more than asking whether one matches.
    const stated = groupsInSpecs(missing, toTermFields(texts.fields))
    const spec = stated.length > 0 && findSpec(allSpecs(texts), stated)
    if (spec) return spec
    const body = findBody.get(textId(row, language))
    const text = body === undefined ? '' : bodyRow.parse(body).body
    return findSentence(`${texts.sub_title}\n${text}`, missing, groups)
  }

  return { readHit }
}

/** The specifications of a thing and of its variants, each once. */
function allSpecs({ specs, variants }: { specs: string; variants: string }) {
  const all = [...readSpecs(specs), ...readVariants(variants).flatMap((variant) => variant.specs)]
  return [...new Map(all.map((spec) => [JSON.stringify(spec), spec])).values()]
}

/** The order code that a question names, or starts to name. */
function findVariantCode(variants: string, groups: readonly Group[]) {
  if (variants === '[]' || !groups.some((group) => group.isCode)) return undefined
  const codes = readVariants(variants).map(({ code }) => ({ code, folded: foldWord(code) }))
  for (const { alternatives, isCode } of groups) {
    if (!isCode) continue
    for (const { terms, match } of alternatives) {
      const [term = ''] = terms
      if (terms.length > 1) continue
      const found = codes.filter(({ folded }) =>
        match === 'prefix' ? folded.startsWith(term) : folded === term,
      )
      // A prefix of several codes is the series.
      if (found.length === 1) return found[0]?.code
    }
  }
  return undefined
}
