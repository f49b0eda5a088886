import { contentLanguages, type ContentLanguage } from '../../content/content-calls.ts'
import type { SearchKind } from '../search-types.ts'

/**
 * The row of a thing in the full-text index. Rows are found in order, so the row says what should be
 * found first when there is more than can be ranked: kinds one after the other, and of each kind what is
 * early in its list. The largest kinds come last, since FTS5 reads what is before a range of rows, too,
 * but stops at its end.
 */
const kinds = [
  'type',
  'solution',
  'project',
  'service',
  'news',
  'blog',
  'page',
  'document',
  'product',
] as const satisfies SearchKind[]

const kindSize = 2 ** 44
const bucketSize = 2 ** 40
const maxBucket = 15

/** The number that stands for a kind; from 1. */
export function numberOfKind(kind: SearchKind) {
  return kinds.indexOf(kind) + 1
}

export function newThingId(kind: SearchKind, position: number, sequence: number) {
  const bucket = Math.min(maxBucket, Math.floor(Math.log2(Math.max(0, position) + 1)))
  return numberOfKind(kind) * kindSize + bucket * bucketSize + sequence
}

export function kindOfThing(id: number): SearchKind {
  const kind = kinds[Math.floor(id / kindSize) - 1]
  if (!kind) throw new Error(`The row ${id} belongs to no kind.`)
  return kind
}

/** The first and the last row that a kind can have. */
export function rowsOfKind(kind: SearchKind): [from: number, to: number] {
  const from = numberOfKind(kind) * kindSize
  return [from, from + kindSize - 1]
}

/** The row of a thing's texts in one language. */
export function textId(thing: number, language: ContentLanguage) {
  return thing * contentLanguages.length + contentLanguages.indexOf(language)
}
