import { quantitiesOfSpec } from '../index/entry-terms.ts'
import { markText, type Matched } from './marks.ts'
import type { Group } from './groups.ts'
import { bestQuality } from './ranking.ts'
import type { SearchEntry, SearchMatch } from '../search-types.ts'
import { listWords } from '../language/words.ts'

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
export function findSentence(
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
