import { readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { runtimeFolders } from '../../folders.ts'
import type { ContentLanguage } from '../content-types.ts'
import { ContentUnavailable } from '../failures.ts'
import { storedValue } from '../posts/post-fields.ts'
import { shapes, type ItemOf, type ShapeName } from '../posts/post.ts'
import { caps, jsonCaps, trimJson } from './limit-json.ts'
import { Truncator } from './truncate.ts'
import type { Facts, ParserResult } from './messages.ts'
import type { ReadingWords } from './truncate.ts'

const words = z.string().min(1)

const translations = z.object({
  article: z.object({
    shortened: words,
    embedded: z.object({ video: words, audio: words, map: words, document: words, page: words }),
  }),
})

const known = new Map<ContentLanguage, ReadingWords>()

export function readingWords(language: ContentLanguage): ReadingWords {
  const found = known.get(language) ?? readWords(language)
  known.set(language, found)
  return found
}

function readWords(language: ContentLanguage): ReadingWords {
  const file = path.join(runtimeFolders.translations, `${language}.json`)
  const { article } = translations.parse(JSON.parse(readFileSync(file, 'utf8')))
  return { shortened: `<p>${article.shortened}</p>`, media: article.embedded }
}

/** Max. log lines about one response. */
const maxReported = 10

interface Read<Item> extends Omit<Facts, 'cutBody'> {
  items: Item[]
  /** The part of each item to store so that it parses the same again. */
  stored: unknown[]
}

/** Parses the items of a response and applies the limits. Invalid items are dropped; the others stay. */
export function readItems<N extends ShapeName>(
  shape: N,
  entries: readonly unknown[],
  truncator: Truncator,
  timeZone: string,
): Read<ItemOf<N>> {
  const { read, maxItems, sort } = shapes[shape]
  const items: ItemOf<N>[] = []
  const stored: unknown[] = []
  const dropped: Facts['dropped'] = []
  let droppedCount = 0
  if (entries.length > maxItems) truncator.record('', 'items')
  for (const [index, entry] of entries.slice(0, maxItems).entries()) {
    const result = read(entry, truncator, timeZone)
    if ('problem' in result) {
      droppedCount += 1
      if (dropped.length < maxReported) dropped.push({ index, problem: result.problem() })
      continue
    }
    items.push(result.item)
    stored.push(result.stored)
  }
  const { cuts, count: cutCount, removed } = truncator.report()
  return { items: sort(items), stored, dropped, droppedCount, cuts, cutCount, removed }
}

/**
 * Parses and cleans a response, given its bytes. It runs in its own thread, since all of the cost is here.
 * @param isSingle whether the response is one object rather than a list
 * @param timeZone the company's, an IANA name
 * @param siteUrl the public address of this site, if it is known
 * @param hiddenSpecs labels of specifications that are left out
 * @param country the company's, ISO 3166-1, if it is known
 * @throws ContentUnavailable 'shape' when the bytes are not JSON in UTF-8, are nested too deep, have too many values,
 * or are not a list
 */
export function readResponse(
  shape: ShapeName,
  language: ContentLanguage,
  isSingle: boolean,
  body: Uint8Array,
  timeZone: string,
  siteUrl?: string,
  hiddenSpecs: readonly string[] = [],
  country?: string,
): ParserResult {
  const entries = isSingle ? [parseJson(body, shape)] : parseJson(body, shape)
  if (!Array.isArray(entries)) throw new ContentUnavailable('shape', 'The response is not a list')
  const truncator = new Truncator(readingWords(language), siteUrl, hiddenSpecs, country)
  const { items, stored, ...facts } = readItems(shape, entries, truncator, timeZone)
  const cutBody =
    facts.cutCount === 0 ? null : new TextEncoder().encode(JSON.stringify(stored, storedValue))
  return { items, facts: { ...facts, cutBody } }
}

function parseJson(body: Uint8Array, shape: ShapeName): unknown {
  const trimmed = trimJson(body, {
    depth: jsonCaps.depth,
    values: shape === 'record' ? jsonCaps.valuesOfRecord : jsonCaps.values,
    // One more than the limit, to detect that there were more.
    items: shapes[shape].maxItems + 1,
    entries: caps.entries + 1,
  })
  if (typeof trimmed === 'string') throw new ContentUnavailable('shape', `The JSON has ${trimmed}`)
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(trimmed)) as unknown
  } catch (cause) {
    throw new ContentUnavailable('shape', 'The response is not valid JSON', { cause })
  }
}
