import { z } from 'zod'
import { addresses } from '../../addresses'
import {
  type Card,
  type Content,
  type ProductCard,
  type Variant,
  contentFor,
  ContentUnavailable,
  currentContentFor,
  type RequestArgs,
} from '../../content/content.server'
import { type ChangeTimes, changeTimesOf } from '../../site/search.server'
import { inLanguage, languages } from '../../language/languages'
import { isCurrent } from '../../views/availability.server'
import { withKnownSpecs } from '../../views/product-view.server'

const spec = z.object({
  name: z.string().meta({ description: 'Such as "Rated current".' }),
  value: z.string(),
  unit: z.string().meta({ description: 'Possibly empty.' }),
})

const availability = z.object({
  state: z.enum(['in-stock', 'days', 'to-order', 'discontinued']),
  days: z.number().optional().meta({ description: 'Time of delivery, of the state "days".' }),
  branch: z.string().optional().meta({ description: 'Where it is, if that is stated.' }),
  asOf: z.iso.date(),
})

const group = z.object({ id: z.string(), title: z.string() })

const time = z.iso.datetime()

const language = z.enum(['ar', 'en'])

const product = z.object({
  id: z.string().meta({ description: 'The same in both languages.' }),
  language: language.meta({
    description: 'The language of its texts: the other one for a product that has no others.',
  }),
  title: z.string(),
  subTitle: z.string().meta({ description: 'Possibly empty.' }),
  url: z.url().meta({ description: 'Its page.' }),
  image: z.url().nullable().meta({ description: 'Its main picture.' }),
  category: group.nullable().meta({ description: 'What its type belongs to.' }),
  type: group,
  specs: z.array(spec).meta({ description: 'Its specifications, the most important first.' }),
  variants: z
    .array(
      z.object({
        code: z.string().meta({ description: 'An order code.' }),
        specs: z.array(spec),
        availability: availability
          .optional()
          .meta({ description: 'What the company stated of its stock in the last 30 days.' }),
      }),
    )
    .meta({ description: 'The order codes of a series, each with what it differs in.' }),
  changedAt: time.nullable().meta({
    description:
      'When it appeared or was last seen to change; null if it has not since the site knows it.',
  }),
})

/** The shape of /catalogue.json. */
const catalogueShape = z
  .object({
    $schema: z.url(),
    generatedAt: time,
    language: language.meta({ description: 'What was asked for.' }),
    publisher: z.object({ name: z.string(), url: z.url() }),
    products: z.array(product),
  })
  .meta({ title: 'Catalogue' })

export type Catalogue = z.infer<typeof catalogueShape>

export type CatalogueProduct = Catalogue['products'][number]

/**
 * Builds the JSON Schema (draft 2020-12) of that shape.
 * @param id its own address
 */
export function catalogueJsonSchema(id: string) {
  return { $id: id, ...z.toJSONSchema(catalogueShape) }
}

/** Builds the data of a product, with absolute addresses. */
function productDataOf(
  { postID, postTitle, postSubTitle, postImage, postSpecs, postVariants, ...post }: ProductCard,
  {
    type,
    category,
    times,
    content: { lang, siteUrl },
  }: {
    type: Card
    category: Card | undefined
    times: ChangeTimes
    content: Pick<Content, 'lang' | 'siteUrl'>
  },
): CatalogueProduct {
  const language = post.language ?? lang
  const changedAt = times.get(postID)?.changedAt ?? null
  return {
    id: postID,
    language: languages[language].lang,
    title: postTitle,
    subTitle: postSubTitle,
    url: inLanguage(siteUrl + addresses.product(postID), language),
    image: postImage === '' ? null : siteUrl + addresses.image(postImage),
    category: category ? groupOf(category) : null,
    type: groupOf(type),
    specs: postSpecs,
    variants: postVariants.map(variantDataOf),
    changedAt: changedAt === null ? null : new Date(changedAt).toISOString(),
  }
}

function variantDataOf({
  code,
  specs,
  availability: stated,
}: Variant): CatalogueProduct['variants'][number] {
  if (!isCurrent(stated)) return { code, specs }
  const { state, days, branch, asOf } = stated
  return {
    code,
    specs,
    availability: { state, ...(days && { days }), ...(branch && { branch }), asOf },
  }
}

function groupOf({ postID, postTitle }: Card) {
  return { id: postID, title: postTitle }
}

export type ProductReading = AsyncGenerator<CatalogueProduct[], void>

/** Max. products prepared without yielding to the event loop. */
const batchSize = 100

/** Approximate length of the parts of a file, in UTF-16 units: each blocks the event loop. */
export const partLength = 64 * 1024

/**
 * Reads the products of the catalogue, type by type, each once: hardly more than the products of two types are in
 * memory. Products that only a solution has are neither in the catalogue nor in the change log.
 * @returns batches, possibly empty: at least one for each type, once there are products
 * @throws ContentUnavailable when any part of the catalogue is unavailable
 */
export async function* readProducts(args: RequestArgs): ProductReading {
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
    const times = await changeTimesOf(content.search, ids, language)
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

/** Yields the products of each type; the next list is read while one is being used. */
async function* readLists(content: Content, types: Card[]): AsyncGenerator<TypeList> {
  const read = async (type: Card | undefined) =>
    type && { type, posts: await content.listProductsOf(type.postID) }
  let next = read(types[0])
  for (let at = 1; at <= types.length; at += 1) {
    const list = await next
    next = read(types[at])
    // The promise may be awaited later, or never.
    next.catch(() => undefined)
    if (list) yield list
  }
}

/**
 * Checks that the catalogue is really empty: an API that has lost its data sends empty lists.
 * @param content as visitors get it, protected by the empty-result guard
 * @throws ContentUnavailable when it has products
 */
async function requireEmpty(content: Content) {
  for (const { postID } of await content.listProductTypes()) {
    if ((await content.listProductsOf(postID)).length === 0) continue
    throw new ContentUnavailable('shape', 'All lists of products are suddenly empty')
  }
}
