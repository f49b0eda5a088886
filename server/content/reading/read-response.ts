import type { ContentLanguage } from '../content-calls.ts'
import { ContentUnavailable } from '../failures.ts'
import { storedValue } from '../posts/plain-field.ts'
import { shapes, type ItemOf, type ShapeName } from '../posts/post.ts'
import { caps, jsonCaps } from './caps.ts'
import { createCutter, type Cutter } from './cutter.ts'
import type { Facts } from './messages.ts'
import { readingWords } from './reading-words.ts'
import { trimJson } from './trim-json.ts'

/** Max. log lines about one response. */
const maxReported = 10

interface Read<Item> extends Omit<Facts, 'body'> {
  items: Item[]
  /** What to store of each item so that it parses the same again. */
  stored: unknown[]
}

/**
 * Parses the items of a response and applies the caps. An invalid item is dropped; the others stay.
 */
export function readItems<N extends ShapeName>(
  shape: N,
  entries: readonly unknown[],
  cutter: Cutter,
): Read<ItemOf<N>> {
  const { read, maxItems, sort } = shapes[shape]
  const items: ItemOf<N>[] = []
  const stored: unknown[] = []
  const dropped: Facts['dropped'] = []
  let droppedCount = 0
  if (entries.length > maxItems) cutter.record('', 'items')
  for (const [index, entry] of entries.slice(0, maxItems).entries()) {
    const result = read(entry, cutter)
    if ('problem' in result) {
      droppedCount += 1
      if (dropped.length < maxReported) dropped.push({ index, problem: result.problem() })
      continue
    }
    items.push(result.item)
    stored.push(result.stored)
  }
  const { cuts, count: cutCount, removed } = cutter.report()
  return { items: sort(items), stored, dropped, droppedCount, cuts, cutCount, removed }
}

/** The result of reading a response. */
export interface ReadResponse {
  items: unknown[]
  facts: Facts
}

/**
 * Parses and cleans a response, given its bytes. All of the cost is here, so it runs in a thread of
 * its own.
 * @param isSingle whether the response is one object rather than a list
 * @param siteUrl the public address of this site, if it is known
 * @throws ContentUnavailable 'shape' when the bytes are not JSON in UTF-8, are nested too deep,
 * have too many values, or are not a list
 */
export function readResponse(
  shape: ShapeName,
  language: ContentLanguage,
  isSingle: boolean,
  body: Uint8Array,
  siteUrl?: string,
): ReadResponse {
  const entries = isSingle ? [parseJson(body, shape)] : parseJson(body, shape)
  if (!Array.isArray(entries)) throw new ContentUnavailable('shape', 'The response is not a list')
  const cutter = createCutter(readingWords(language), siteUrl)
  const { items, stored, ...facts } = readItems(shape, entries, cutter)
  const storedBody =
    facts.cutCount === 0 ? body : new TextEncoder().encode(JSON.stringify(stored, storedValue))
  return { items, facts: { ...facts, body: storedBody } }
}

function parseJson(body: Uint8Array, shape: ShapeName): unknown {
  const trimmed = trimJson(body, {
    depth: jsonCaps.depth,
    values: shape === 'record' ? jsonCaps.valuesOfRecord : jsonCaps.values,
    // One more than is read, to detect that there were more.
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
