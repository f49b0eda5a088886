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
import { changeTimesOf } from '../../content/product-changes.server'
import type { CatalogueProduct } from './catalogue-shape.server'
import { productDataOf } from './product-data.server'

export type ProductReading = AsyncGenerator<CatalogueProduct[], void>

/** Products that are prepared at once: the event loop waits for them. */
const batchSize = 100

/** A file is sent in parts of about this length, in UTF-16 units: the event loop waits for each. */
export const partLength = 64 * 1024

/**
 * Reads the products of the catalogue, type by type, each once: hardly more than the products of two types
 * are in memory. Those that only a solution has are not in the catalogue, nor in the change log.
 * @returns batches, possibly empty: at least one for each type, once there are products
 * @throws ContentUnavailable when any part of the catalogue is
 */
export async function* readProducts(
  args: Pick<LoaderFunctionArgs, 'request' | 'context'>,
): ProductReading {
  const content = currentContentFor(args)
  const [categories, types] = await Promise.all([
    content.listProductCategories(),
    content.listProductTypes(),
  ])
  const seen = new Set<string>()

  for await (const { type, posts } of readLists(content, types)) {
    const category = categories.find(({ postID }) => postID === type.parentID)
    const unseen = posts.filter(({ postID }) => !seen.has(postID) && seen.add(postID))
    const language = unseen[0]?.language ?? content.lang
    if (seen.size === 0) continue
    const ids = unseen.map(({ postID }) => postID)
    const times = await changeTimesOf(ids, language)
    const products = unseen.length > 0 ? await withKnownSpecs(unseen, language, content) : []
    for (let at = 0; at === 0 || at < products.length; at += batchSize) {
      yield products
        .slice(at, at + batchSize)
        .map((product) => productDataOf(product, { type, category, times, content }))
    }
  }
  if (seen.size === 0) await requireEmpty(contentFor(args))
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
