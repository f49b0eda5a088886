import { z } from 'zod'
import { withEllipsis } from '@site/arabic-text/characters'
import { foldWord, lengthOfFolded } from '../language/fold-word.ts'
import { listCodes, listWords, type Code, type Word } from '../language/words.ts'
import { writtenCode, type Alternative, type Clause } from './parse/clauses.ts'
import type { Variant } from '../types.ts'
import type { Grade } from './grade.ts'
import type { Marks, SearchEntry, SearchMatch, SearchHit } from '../types.ts'
import { quantitiesOfSpec } from '../index/entry-terms.ts'
import { isClaim, listNumbers, listStatements, relationOf } from '../language/relations.ts'
import { bestQuality, clausesInSpecs, toTermFields } from './ranking.ts'
import { contentLanguages, type ContentLanguage } from '../types.ts'
import {
  type SearchDatabase,
  readSpecs,
  readVariants,
  kindOfItem,
  textId,
} from '../index/schema.ts'

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

/** Reads the texts of the items found, with marks and matches. */
export interface HitReader {
  /**
   * Reads an item as it is shown in results.
   * @param clauses those that the item may be marked for: without the conditions that it does not meet
   * @param options.grade what it says about the question's conditions
   * @param options.codes the order codes that are found; else those of the grade
   * @param options.variant the only one that is found; else the one that the question names, or that fits best
   */
  readHit: (
    row: number,
    clauses: readonly Clause[],
    language: ContentLanguage,
    options: {
      withMatch: boolean
      grade?: Grade | undefined
      variant?: Variant | undefined
      codes?: readonly Variant[] | undefined
    },
  ) => SearchHit | undefined
}

export function createHitReader(database: SearchDatabase): HitReader {
  const findHit = database.prepare(
    `SELECT key, parent_id, image, date, position, title, sub_title, parent_title, specs, variants, fields
     FROM item_texts JOIN items ON items.id = ? WHERE item_texts.id = ?`,
  )
  const findBody = database.prepare('SELECT body FROM bodies WHERE id = ?')

  function readHit(
    row: number,
    clauses: readonly Clause[],
    language: ContentLanguage,
    {
      withMatch,
      grade,
      variant: chosen,
      codes = grade?.variants ?? [],
    }: {
      withMatch: boolean
      grade?: Grade | undefined
      variant?: Variant | undefined
      codes?: readonly Variant[] | undefined
    },
  ) {
    const languages = [language, ...contentLanguages.filter((other) => other !== language)]
    for (const shown of languages) {
      const found = findHit.get(row, textId(row, shown))
      if (found === undefined) continue
      const texts = hitRow.parse(found)
      const matched: Matched = new Map()
      const hit: SearchHit = {
        kind: kindOfItem(row),
        id: texts.key,
        parentId: texts.parent_id,
        language: shown,
        title: texts.title,
        titleMarks: markText(texts.title, clauses, matched),
        subTitle: texts.sub_title,
        parentTitle: texts.parent_title,
        image: texts.image,
        date: texts.date,
        position: texts.position,
      }
      const named = findNamed(texts, clauses)
      const variant = chosen ?? named?.variant ?? grade?.variant ?? onlyOne(codes)
      const all = readVariants(texts.variants)
      if (variant) Object.assign(hit, { code: variant.code, facts: factsOf(variant, texts.specs) })
      else if (all.length > 1) hit.codes = codes.slice(0, maxCodes)
      const { availability } = variant ?? onlyOne(all) ?? {}
      if (availability) hit.availability = availability
      if (named?.claim) hit.claim = named.claim
      const stated = listStatements([...(variant?.specs ?? []), ...readSpecs(texts.specs)])
      const successor = stated.find(({ relation }) => relation === 'replacedBy')
      if (successor) hit.replacedBy = successor
      if (grade) hit.conditions = grade.results
      // The result shows the order code and the conditions that are met, so no match repeats them.
      for (const clause of [named?.clause, ...(grade?.metClauses ?? [])]) {
        if (clause) matched.set(clause, 1)
      }
      const missing = clauses.filter((clause) => !matched.has(clause))
      if (!withMatch || missing.length === 0) return hit
      const match = findMatch(row, texts, shown, missing, clauses)
      const isSaid = hit.conditions?.some(
        ({ spec }) => match?.type === 'spec' && spec?.name === match.name,
      )
      if (match && !isSaid) hit.match = match
      return hit
    }
    return undefined
  }

  function findMatch(
    row: number,
    texts: z.output<typeof hitRow>,
    language: ContentLanguage,
    missing: Clause[],
    clauses: readonly Clause[],
  ) {
    // Checking whether any specification matches is cheaper than marking each.
    const stated = clausesInSpecs(missing, toTermFields(texts.fields))
    const spec = stated.length > 0 && findSpec(allSpecs(texts), stated)
    if (spec) return spec
    const body = findBody.get(textId(row, language))
    const text = body === undefined ? '' : bodyRow.parse(body).body
    return findSentence(`${texts.sub_title}\n${text}`, missing, clauses)
  }

  return { readHit }
}

/** Returns the only element of a list. */
function onlyOne<T>(all: readonly T[]) {
  return all.length === 1 ? all[0] : undefined
}

/** Lists the specifications of an item and its variants without duplicates. */
function allSpecs({ specs, variants }: { specs: string; variants: string }) {
  const all = [...readSpecs(specs), ...readVariants(variants).flatMap((variant) => variant.specs)]
  return [...new Map(all.map((spec) => [JSON.stringify(spec), spec])).values()]
}

/** Maximum number of order codes of a product that are offered. */
const maxCodes = 3

/** Number of specifications shown with an order code. */
const maxFacts = 4

/** Returns the specifications of an order code, completed with the first ones of its product. */
function factsOf({ specs }: SearchEntry['variants'][number], ofProduct: string) {
  const names = new Set(specs.map(({ name }) => name))
  const others = readSpecs(ofProduct).filter(({ name }) => !names.has(name))
  return [...specs, ...others].filter((spec) => !relationOf(spec)).slice(0, maxFacts)
}

/**
 * Finds the order code that a question names or is a prefix of, or else what the product states of a number in it, with the
 * order code if only one states that; and the clause that names it.
 */
function findNamed({ specs, variants }: z.output<typeof hitRow>, clauses: readonly Clause[]) {
  const asked = clauses.flatMap((clause) =>
    clause.isCode ? clause.alternatives.map((one) => ({ ...one, clause })) : [],
  )
  if (asked.length === 0) return undefined
  const codes = readVariants(variants)
  const own = codes.map((variant) => ({ variant, numbers: [foldWord(variant.code)] }))
  const fits = ({ terms: [term = ''], match }: Alternative, numbers: string[]) =>
    numbers.some((one) => (match === 'prefix' ? one.startsWith(term) : one === term))
  for (const { clause, ...one } of asked) {
    const found = one.terms.length > 1 ? [] : own.filter(({ numbers }) => fits(one, numbers))
    // A prefix of several codes names the series; codes may differ in their points only.
    const isWritten = ({ variant }: (typeof found)[number]) =>
      writtenCode(variant.code) === clause.written
    const only = found.length === 1 ? found[0] : found.find(isWritten)
    if (only) return { clause, variant: only.variant }
  }
  const stated = [...codes, { code: '', specs: readSpecs(specs) }].flatMap((variant) =>
    listStatements(variant.specs)
      .filter(isClaim)
      .map((claim) => ({ variant, claim, numbers: listNumbers(claim.text) })),
  )
  for (const { clause, ...one } of asked) {
    const [first, ...more] = stated.filter(({ numbers }) => fits(one, numbers))
    if (!first) continue
    const { claim, variant } = first
    // A product whose order codes come from a spreadsheet states all that they state, too.
    const isOfCode =
      variant.code !== '' &&
      more.every(({ variant: { code } }) => ['', variant.code].includes(code))
    return { clause, claim, variant: isOfCode ? variant : undefined }
  }
  return undefined
}

/** The quality of the best match by clause. */
type Matched = Map<Clause, number>

interface ReadText {
  text: string
  words: Word[]
  codes: Code[]
  terms: ReadonlySet<string>
}

/**
 * Marks the words of a text that a question asks for.
 * @param matched receives the clauses that the text matches, each with the best quality of a match
 */
function markText(text: string, clauses: readonly Clause[], matched: Matched = new Map()): Marks {
  const read = readText(text)
  const marks: Marks = []
  for (const clause of clauses) {
    const found = clause.alternatives.filter((alternative) => isIn(alternative, read))
    if (found.length === 0) {
      marks.push(...listSeries(clause, read))
      continue
    }
    const best = Math.max(...found.map(({ quality }) => quality))
    matched.set(clause, best)
    for (const alternative of found) {
      if (alternative.quality === best) marks.push(...listMarks(alternative, clause, read))
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

function listMarks({ terms, match, phrases }: Alternative, clause: Clause, read: ReadText): Marks {
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
    ...read.words.flatMap((word, at) => markWord(word, at, asked, clause, read)),
  ]
}

/** Marks the name of a series by its order codes: "TM63" for TM63-3D32. */
function listSeries({ isCode, alternatives }: Clause, { codes }: ReadText): Marks {
  if (!isCode) return []
  const asked = alternatives.flatMap(({ terms }) => terms)
  return codes
    .filter(({ term }) => asked.some((whole) => whole.startsWith(term)))
    .map(({ from, to }) => [from, to])
}

/** Marks a number with its unit, and only the typed letters of a word that was completed. */
function markWord(
  word: Word,
  at: number,
  asked: ReadonlySet<string>,
  clause: Clause,
  read: ReadText,
): Marks {
  if (word.quantities.some((term) => asked.has(term))) {
    const last = read.words.findLast((other) => other.unitOf === at)
    return [[word.from, last?.to ?? word.to]]
  }
  // A quantity is not the same number of another unit, nor the end of a range around it.
  if (!asked.has(word.term) || (clause.number !== undefined && word.quantities.length > 0))
    return []
  const typed = clause.word ?? ''
  const isWhole = clause.alternatives[0]?.terms[0] === word.term
  if (isWhole || typed === '' || !word.folded.startsWith(typed)) return [[word.from, word.to]]
  const written = read.text.slice(word.from, word.to)
  const article = Math.max(0, foldWord(written).length - word.folded.length)
  return [[word.from, word.from + lengthOfFolded(written, article + typed.length)]]
}

/** Sorts marks and merges overlapping ones. */
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

/** Maximum length of the text searched, in UTF-16 units. */
const maxSearched = 20_000

/** Maximum number of specification terms searched: each range has up to hundreds. */
const maxSpecTerms = 10_000

/** Maximum number of sentences compared. */
const maxCompared = 5

/** Finds the specification that matches the clauses best, among the first ones. */
export function findSpec(
  specs: SearchEntry['specs'],
  clauses: readonly Clause[],
): SearchMatch | undefined {
  let best: { quality: number; spec: SearchEntry['specs'][number] } | undefined
  const most = clauses.reduce((sum, clause) => sum + bestQuality(clause), 0)
  let lookedThrough = 0
  for (const spec of specs) {
    if (lookedThrough >= maxSpecTerms || best?.quality === most) break
    const words = listWords(`${spec.value} ${spec.unit}`)
    for (const { ranges } of words) lookedThrough += 1 + ranges.length
    const matched: Matched = new Map()
    markText(`${spec.name} ${spec.value} ${spec.unit}`, clauses, matched)
    const terms = new Set(words.flatMap((word) => quantitiesOfSpec(word, spec)))
    for (const clause of clauses) {
      for (const { terms: asked, quality } of clause.alternatives) {
        if (!asked.some((term) => terms.has(term))) continue
        matched.set(clause, Math.max(matched.get(clause) ?? 0, quality))
      }
    }
    const quality = [...matched.values()].reduce((sum, one) => sum + one, 0)
    if (quality > (best?.quality ?? 0)) best = { quality, spec }
  }
  return best && { type: 'spec', ...best.spec }
}

/**
 * Finds the sentence that matches most of the missing clauses, or else most of all clauses,
 * truncated around its first match.
 * @param missing clauses that nothing else in the result shows
 */
function findSentence(
  text: string,
  missing: readonly Clause[],
  clauses: readonly Clause[],
): SearchMatch | undefined {
  const sentences = splitSentences(text.slice(0, maxSearched))
  const sentence = findBest(sentences, missing) ?? findBest(sentences, clauses)
  if (sentence === undefined) return undefined
  const excerpt = excerptAround(sentence, markText(sentence, clauses)[0]?.[0] ?? 0)
  return { type: 'text', text: excerpt, marks: markText(excerpt, clauses) }
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

/** Finds the first of the sentences that match most clauses. */
function findBest(sentences: readonly Sentence[], clauses: readonly Clause[]) {
  let best: { count: number; text: string } | undefined
  for (const { text } of listLikely(sentences, clauses)) {
    const matched: Matched = new Map()
    markText(text, clauses, matched)
    if (matched.size > (best?.count ?? 0)) best = { count: matched.size, text }
    if (best?.count === clauses.length) break
  }
  return best?.text
}

/** Lists the sentences with the most terms of the clauses. */
function listLikely(sentences: readonly Sentence[], clauses: readonly Clause[]) {
  const alternatives = clauses.flatMap((clause) => clause.alternatives)
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

/** Truncates a sentence to `maxExcerpt` at word boundaries, around an offset. */
function excerptAround(sentence: string, at: number) {
  if (sentence.length <= maxExcerpt) return sentence
  const room = maxExcerpt - 2
  const start = at < room / 2 ? 0 : sentence.indexOf(' ', at - room / 2) + 1
  const isEnd = sentence.length - start <= room
  const end = isEnd ? sentence.length : Math.max(sentence.lastIndexOf(' ', start + room), at)
  const cut = sentence.slice(start, Math.min(end, start + room))
  return (start > 0 ? '…' : '') + (isEnd ? cut.trim() : withEllipsis(cut))
}
