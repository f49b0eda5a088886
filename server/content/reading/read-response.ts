import type { ContentLanguage } from '../content-calls.ts'
import { ContentUnavailable } from '../failures.ts'
import { shapes, type ItemOf, type ShapeName } from '../posts/post.ts'
import { caps, jsonCaps } from './caps.ts'
import { createCutter, type Cutter } from './cutter.ts'
import type { Facts } from './messages.ts'
import { shortenedNote } from './shortened-note.ts'
import { trimJson } from './trim-json.ts'

/** Of one answer, in lines of the log. */
const mostTold = 10

interface Read<Item> extends Omit<Facts, 'body'> {
  items: Item[]
  /** What has to be stored of each item to read the same again. */
  stored: unknown[]
}

/**
 * Reads the items of an answer, each brought down to the caps. One that cannot be read is dropped; its
 * neighbours stay.
 */
export function readItems<N extends ShapeName>(
  shape: N,
  entries: readonly unknown[],
  cutter: Cutter,
): Read<ItemOf<N>> {
  const { read, most, arrange } = shapes[shape]
  const items: ItemOf<N>[] = []
  const stored: unknown[] = []
  const dropped: Facts['dropped'] = []
  let droppedCount = 0
  if (entries.length > most) cutter.remember('', 'items')
  for (const [index, entry] of entries.slice(0, most).entries()) {
    const result = read(entry, cutter)
    if ('problem' in result) {
      droppedCount += 1
      if (dropped.length < mostTold) dropped.push({ index, problem: result.problem() })
      continue
    }
    items.push(result.item)
    stored.push(result.stored)
  }
  const { cuts, count: cutCount } = cutter.report()
  return { items: arrange(items), stored, dropped, droppedCount, cuts, cutCount }
}

/** What becomes of an answer: its items, and what there is to say of it. */
export interface ReadResponse {
  items: unknown[]
  facts: Facts
}

/**
 * Reads an answer from its bytes on. All of its cost is here: it is done in a thread of its own.
 * @param isSingle whether the answer is one object and no list
 * @throws ContentUnavailable when the bytes are no JSON in UTF-8, it is too deep or has too many
 * values, or is no list
 */
export function readResponse(
  shape: ShapeName,
  language: ContentLanguage,
  isSingle: boolean,
  body: Uint8Array,
): ReadResponse {
  const entries = isSingle ? [parseJson(body, shape)] : parseJson(body, shape)
  if (!Array.isArray(entries)) throw new ContentUnavailable('shape', 'It is no list')
  const cutter = createCutter(shortenedNote(language))
  const { items, stored, ...facts } = readItems(shape, entries, cutter)
  const whole = facts.cutCount === 0 ? body : new TextEncoder().encode(JSON.stringify(stored))
  return { items, facts: { ...facts, body: whole } }
}

function parseJson(body: Uint8Array, shape: ShapeName): unknown {
  const trimmed = trimJson(body, {
    depth: jsonCaps.depth,
    values: shape === 'record' ? jsonCaps.valuesOfRecord : jsonCaps.values,
    // One more of each than is read, so that it shows that there were more.
    items: shapes[shape].most + 1,
    entries: caps.entries + 1,
  })
  if (typeof trimmed === 'string') throw new ContentUnavailable('shape', `Its JSON has ${trimmed}`)
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(trimmed)) as unknown
  } catch (cause) {
    throw new ContentUnavailable('shape', 'It is broken JSON', { cause })
  }
}
