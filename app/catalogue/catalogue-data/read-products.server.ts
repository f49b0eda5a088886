import type { LoaderFunctionArgs } from '@remix-run/node'
import {
  contentFor,
  ContentUnavailable,
  currentContentFor,
  type Card,
  type Content,
  type ProductCard,
} from '../../content/content.server'
import { withKnownSpecs } from '../../content/known-specs.server'
import {
  changeTimesOf,
  maxReadingDelayMs,
  removedProducts,
  type RemovedProduct,
} from '../../content/product-changes.server'
import type { PostTimes } from '../../../server/search/changes/post-times.ts'
import type { CatalogueProduct } from './catalogue-shape.server'
import { productDataOf } from './product-data.server'

/** The result of a reading, after its last product. */
interface ReadingEnd {
  removed: RemovedProduct[]
  /** Whether no product was left out. */
  isComplete: boolean
}

export type ProductReading = AsyncGenerator<CatalogueProduct[], ReadingEnd, undefined>

/** Products that are prepared at once: the event loop waits for them. */
const batchSize = 100

/** A file is sent in parts of about this length, in UTF-16 units: the event loop waits for each. */
export const partLength = 64 * 1024

/**
 * Reads the products of the catalogue, type by type, each once: hardly more than the products of two types
 * are in memory. Those that only a solution has are not in the catalogue, nor in the change log.
 * @param since only products that may have changed since then, ms since the epoch; null for all
 * @returns batches, possibly empty: at least one for each type, once there are products
 * @throws ContentUnavailable when any part of the catalogue is
 */
export async function* readProducts(
  args: Pick<LoaderFunctionArgs, 'request' | 'context'>,
  since: number | null,
): ProductReading {
  const content = currentContentFor(args)
  const margined = since === null ? null : since - maxReadingDelayMs()
  const removed = margined === null ? null : await removedProducts(margined)
  // Without knowing what has been removed, all products tell it.
  const from = margined === null || removed === null ? -Infinity : margined
  // In one language: it may be here in the other one, of which nothing has changed.
  const removedIds = new Set(removed?.map(({ id }) => id))
  const [categories, types] = await Promise.all([
    content.listProductCategories(),
    content.listProductTypes(),
  ])
  const groupIds = [...categories, ...types].map(({ postID }) => postID)
  const groupTimes = await changeTimesOf('type', groupIds, content.lang)
  const seen = new Set<string>()
  let isComplete = true

  for await (const { type, posts } of readLists(content, types)) {
    const category = categories.find(({ postID }) => postID === type.parentID)
    const groups = category ? [category, type] : [type]
    const isRenamed = groups.some(({ postID }) => mayHaveChanged(groupTimes.get(postID), from))
    const unseen = posts.filter(({ postID }) => !seen.has(postID) && seen.add(postID))
    const language = unseen[0]?.language ?? content.lang
    const ids = unseen.map(({ postID }) => postID)
    const times = await changeTimesOf('product', ids, language)
    const hasChanged = ({ postID }: ProductCard) =>
      isRenamed || removedIds.has(postID) || mayHaveChanged(times.get(postID), from)
    const isWhole = unseen.every(hasChanged)
    isComplete &&= isWhole
    if (seen.size === 0) continue
    // Whether the list has specifications is decided on all its products.
    const known = unseen.some(hasChanged) ? await withKnownSpecs(unseen, language, content) : []
    const products = known.filter(hasChanged)
    for (let at = 0; at === 0 || at < products.length; at += batchSize) {
      yield products
        .slice(at, at + batchSize)
        .map((product) => productDataOf(product, { type, category, times, content }))
    }
  }
  if (seen.size === 0) await requireEmpty(contentFor(args))
  return { removed: removed?.filter(({ id }) => !seen.has(id)) ?? [], isComplete }
}

interface TypeList {
  type: Card
  posts: ProductCard[]
}

/** The products of each type; the next list is read while one is being used. */
async function* readLists(content: Content, types: Card[]): AsyncGenerator<TypeList> {
  const read = async (type: Card | undefined) =>
    type && { type, posts: await content.listProductsOf(type.postID) }
  let next = read(types[0])
  for (let at = 1; at <= types.length; at += 1) {
    const list = await next
    next = read(types[at])
    // It is awaited later, or never.
    next.catch(() => undefined)
    if (list) yield list
  }
}

/** What is not known may have changed, and the first details may have brought specifications. */
function mayHaveChanged(times: PostTimes | undefined, from: number) {
  if (!times) return true
  const { firstSeenAt, changedAt, detailedAt } = times
  return Math.max(changedAt ?? firstSeenAt, detailedAt ?? 0) >= from
}

/**
 * An API that has lost its data sends empty lists.
 * @param content as visitors have it, where such lists replace nothing (empty-result guard)
 * @throws ContentUnavailable when it has products
 */
async function requireEmpty(content: Content) {
  for (const { postID } of await content.listProductTypes()) {
    if ((await content.listProductsOf(postID)).length === 0) continue
    throw new ContentUnavailable('shape', 'All lists of products are suddenly empty')
  }
}
