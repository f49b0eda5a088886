import { describe, expect, test } from 'vitest'
import { readConcepts } from '../language/synonym-phrases.ts'
import { synonyms } from '../language/synonyms.ts'
import { listWords } from '../language/words.ts'
import { indexSample } from '../../../tests/support/sample-entries.ts'
import { heldOut } from '../../../tests/support/search-questions/held-out.ts'
import { tuned } from '../../../tests/support/search-questions/tuned.ts'

/**
 * Questions, with the share that must be answered: all of those looked at while the search was tuned, which a
 * new synonym joins, and nearly all of those that were not.
 */
const sets = [
  ['tuned', tuned, 1],
  ['held out', heldOut, 0.95],
] as const

/** How many of the first results count. */
const first = 5

describe('a line of synonyms', () => {
  test('is read with its phrases, and with what it finds besides', () => {
    const [breaker, mcb] = readConcepts('breaker = قاطع\nقاطع > mcb')
    expect(breaker?.phrases).toHaveLength(2)
    expect(breaker?.narrower).toEqual([mcb])
  })

  // A misspelt one would have no effect, and nothing would tell.
  test('has signs and phrases that are known', () => {
    const isWhole = (phrase: string) =>
      /^[\p{L}\p{M}\p{N} ]+$/u.test(phrase) && listWords(phrase).length > 0
    const wrong = synonyms
      .trim()
      .split('\n')
      .filter((line) => {
        const [general = '', special, ...more] = line.split('>')
        const phrases = [...general.split('='), ...(special?.split(',') ?? [])]
        return more.length > 0 || phrases.length < 2 || !phrases.every(isWhole)
      })
    expect(wrong).toEqual([])
  })
})

describe('questions as people type them', () => {
  const index = indexSample()

  test.each(sets)('are answered within the first results: %s', (name, questions, least) => {
    const ranks = questions.map(({ q, lang, expects }) => {
      const { hits } = index.search({ text: q, language: lang, offset: 0, limit: 10 })
      return hits.findIndex(({ kind, id }) => expects.includes(`${kind}:${id}`)) + 1
    })
    const isFirst = (rank: number) => rank > 0 && rank <= first
    const missed = questions.filter((_, at) => !isFirst(ranks[at] ?? 0)).map(({ q }) => q)
    const recall = ranks.filter(isFirst).length / questions.length
    const reciprocalRank =
      ranks.reduce((sum, rank) => sum + (rank && 1 / rank), 0) / questions.length
    process.stdout.write(
      `${name}: recall@${first} ${recall.toFixed(3)}, MRR ${reciprocalRank.toFixed(3)} of ${questions.length} questions\n`,
    )
    expect(recall, `missed: ${missed.join(' | ')}`).toBeGreaterThanOrEqual(least)
    expect(reciprocalRank).toBeGreaterThanOrEqual(0.8)
  })
})
