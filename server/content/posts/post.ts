import { sanitiseOnce } from '@site/rich-text/sanitise'
import { z } from 'zod'
import { plainField, id } from './post-fields.ts'
import { cleanText, stripUnprintable } from '@site/arabic-text/characters'
import { contactFields, type Contact } from './post-fields.ts'
import { isFileName } from '@site/content-folder/file-names'
import { caps } from '../parse/limit-json.ts'
import type { Truncator } from '../parse/truncate.ts'
import { withOffset, writtenDateOf } from '@site/arabic-text/dates'
import { dayIn } from '@site/arabic-text/local-time'
import { placeOf } from '@site/arabic-text/degrees'

/** Shapes of posts, as opposed to parts of the site. */
export type PostShape = Exclude<ShapeName, OtherShape>

const otherShapes = ['contact', 'footer', 'anything', 'record'] as const

type OtherShape = (typeof otherShapes)[number]

export function isPostShape(shape: ShapeName): shape is PostShape {
  return !otherShapes.some((other) => other === shape)
}

/**
 * Counts the words of a rich text, for the reading time, without tags and entities.
 * @param html sanitised, so that every angle bracket is a tag's and all text is visible
 */
export function countWords(html: string) {
  const text = html.replace(/<[^<>]*>/g, ' ').replace(/&#?\w+;/g, ' ')
  return text.match(/[\p{L}\p{N}]\S*/gu)?.length ?? 0
}

export type { Contact } from './post-fields.ts'

/**
 * Lenient schemas of the content API's posts: an invalid field costs that field, not the post; a
 * post without a valid ID costs that post, not the list. Names are the API's own. Parsing runs in
 * the reader thread (reading/reader.ts); other modules import only types and names.
 */

/** An optional field of any type. */
const anything = z.unknown().optional()

/**
 * A function instead of a union of schemas, for speed: a product list has some ten thousand texts.
 */
const textReadBy = (read: (value: string) => string) =>
  anything.transform((value) => {
    if (typeof value === 'string') return read(value)
    return typeof value === 'number' && Number.isFinite(value) ? String(value) : ''
  })

/** A plain text. */
const text = textReadBy(plainField)

/** HTML, sanitised when it is truncated. */
const richText = textReadBy(cleanText)

const fileName = textReadBy(cleanText).transform((name) => (isFileName(name) ? name : ''))

const date = anything.transform(writtenDateOf)

const listOf = <T extends z.ZodType>(item: T) =>
  z
    .array(z.unknown())
    .catch([])
    .transform((items) =>
      items.flatMap((entry) => {
        const parsed = item.safeParse(entry)
        return parsed.success ? [parsed.data] : []
      }),
    )

const spec = z
  .object({ name: text, value: text, unit: text })
  .refine(({ name, value }) => name !== '' && value !== '')

/** Max. length of a branch's name in a statement, and the length of a day in ISO 8601. */
const maxBranchLength = 80
const dayLength = 10

const file = z
  .object({ fileName: fileName, fileTitle: text })
  .refine((entry) => entry.fileName !== '')

/** Whether an order code can be had, on the day of the statement. Without a day it says nothing. */
const availability = z
  .object({
    state: z.enum(['in-stock', 'days', 'to-order', 'discontinued']),
    days: z.coerce.number().int().min(1).max(999).optional().catch(undefined),
    branch: text.transform((name) => name.slice(0, maxBranchLength)),
    asOf: date.transform((written) => written.slice(0, dayLength)).refine((day) => day !== ''),
  })
  .refine(({ state, days }) => state !== 'days' || days !== undefined)
  .optional()
  .catch(undefined)

/** One order code of a product series, with the specifications in which it differs, if any. */
const variant = z
  .object({ code: text, specs: listOf(spec), availability })
  .refine(({ code }) => code !== '')

/** The language of a post's texts, which an API may state where it is not the requested one. */
const postLanguage = z.enum(['Ar', 'En']).optional().catch(undefined)

/** The fields that a card, a menu or a list needs. */
const card = z.object({
  postID: id,
  postTitle: text,
  postSubTitle: text,
  postImage: fileName,
  parentID: id.catch(''),
  postDate: date,
  postLanguage,
})

const articleCard = card.extend({ postDetails: richText })

const cardWithSpecs = card.extend({ postSpecs: listOf(spec) })

/** A whole post, with the fields of its detail screen. */
const post = card.extend({
  postDetails: richText,
  postImages: listOf(fileName.refine((name) => name !== '')),
  postFiles: listOf(file),
  postSpecs: listOf(spec),
})

const productCard = cardWithSpecs.extend({ postVariants: listOf(variant) })

const product = post.extend({ postVariants: listOf(variant) })

/**
 * Contact values are not trimmed, since people dial and type them; only characters that no page can
 * contain are removed.
 */
const contactText = textReadBy(stripUnprintable)

const contact = z.object({
  adress1: contactText,
  email1: contactText,
  phone1: contactText,
  mapUrl: contactText,
  facebook: contactText,
  youtube: contactText,
  whatsapp: contactText,
  telegram: contactText,
  tweeter: contactText,
  instagram: contactText,
} satisfies Record<keyof Contact, z.ZodType>)

const footer = z.object({
  postTitle: text,
  postSubTitle: text,
  postSpecs: listOf(spec),
  /** What the company says to those who search for prices. */
  priceNote: text,
  postLanguage,
})

/** Both coordinates are parsed together, since some editors write them into one field. */
const coordinate = anything.transform((value) => value ?? null)

const branch = post
  .extend({ ...contact.shape, latitude: coordinate, longitude: coordinate, openingHours: text })
  .transform((raw) => ({ ...raw, ...placeOf(raw.latitude, raw.longitude) }))

/** Any JSON object, for calls that no screen uses. */
const record = z.record(z.string(), z.unknown())

type RawPost = z.output<typeof post>

function truncateCard(raw: z.output<typeof card>, truncator: Truncator) {
  truncator.truncateTexts(raw, ['postTitle', 'postSubTitle'])
}

function truncatePost(raw: RawPost, truncator: Truncator) {
  truncateCard(raw, truncator)
  truncator.truncateLists(raw)
  truncator.truncateRichText(raw)
}

/** Completes the date of a post, and adds the day that it is in the company's time zone. */
function withDay<T extends { postDate: string }>(raw: T, timeZone: string) {
  const postDate = withOffset(raw.postDate, timeZone)
  return { ...raw, postDate, postDay: dayIn(postDate, timeZone) }
}

/** Parsing of one kind of item. */
interface Shape<Item> {
  /**
   * @param timeZone the company's, an IANA name
   * @returns the item and the data to store so that it parses the same again, or a description of
   * the problem for operators
   */
  read: (
    entry: unknown,
    truncator: Truncator,
    timeZone: string,
  ) => { item: Item; stored: unknown } | { problem: () => string }
  /** Maximum number of items per response. */
  maxItems: number
  /** Sorts a list that the API does not sort. */
  sort: (items: Item[]) => Item[]
}

/**
 * @param cut applies the caps to the parsed data, in place
 * @param finish maps the parsed data to what screens use
 * @param maxItems of a response
 */
function shapeOf<Raw, Item>(
  schema: z.ZodType<Raw>,
  cut: (raw: Raw, truncator: Truncator) => void,
  finish: (raw: Raw, timeZone: string) => Item,
  maxItems: number,
): Shape<Item> {
  return {
    read(entry, truncator, timeZone) {
      const { success, data, error } = schema.safeParse(entry)
      if (!success) return { problem: () => z.prettifyError(error) }
      cut(data, truncator)
      return { item: finish(data, timeZone), stored: data }
    },
    maxItems,
    sort: (items) => items,
  }
}

function withSort<Item>(shape: Shape<Item>, sort: Shape<Item>['sort']): Shape<Item> {
  return { ...shape, sort }
}

/** Number of facts shown per project or solution in a list. */
const maxFacts = 10

const unchanged = <T>(raw: T) => raw
const truncateNothing = () => undefined

const table = {
  card: shapeOf(card, truncateCard, withDay, caps.items),
  /**
   * An article in a list, of whose text only the word count is kept. The API promises no order, but
   * screens show the newest article and its neighbours, so articles are sorted by date; the API's
   * order breaks ties and applies to missing dates.
   */
  articleCard: withSort(
    shapeOf(
      articleCard,
      (raw, truncator) => {
        truncateCard(raw, truncator)
        truncator.truncateHiddenText(raw)
      },
      ({ postDetails, ...raw }, timeZone) => ({
        ...withDay(raw, timeZone),
        wordCount: countWords(sanitiseOnce(postDetails)),
      }),
      caps.items,
    ),
    newestFirst,
  ),
  /** A project or solution in a list, with its facts if the list has them. */
  cardWithSpecs: shapeOf(
    cardWithSpecs,
    (raw, truncator) => {
      truncateCard(raw, truncator)
      truncator.truncateFacts(raw)
    },
    (raw, timeZone) => ({
      ...withDay(raw, timeZone),
      postSpecs: raw.postSpecs.slice(0, maxFacts),
    }),
    caps.items,
  ),
  /** A product in a list, with data for filters and comparisons, if the list has it. */
  productCard: shapeOf(
    productCard,
    (raw, truncator) => {
      truncateCard(raw, truncator)
      truncator.truncateFacts(raw)
      truncator.truncateVariants(raw, true)
    },
    withDay,
    caps.items,
  ),
  post: shapeOf(post, truncatePost, withDay, caps.wholePosts),
  product: shapeOf(
    product,
    (raw, truncator) => {
      truncatePost(raw, truncator)
      truncator.truncateVariants(raw)
    },
    withDay,
    caps.wholePosts,
  ),
  /** An article on its own screen. */
  article: shapeOf(
    post,
    truncatePost,
    (raw, timeZone) => ({
      ...withDay(raw, timeZone),
      wordCount: countWords(raw.postDetails),
    }),
    caps.wholePosts,
  ),
  contact: shapeOf(
    contact,
    (raw, truncator) => truncator.truncateTexts(raw, contactFields),
    (raw): Contact => raw,
    caps.wholePosts,
  ),
  footer: shapeOf(
    footer,
    (raw, truncator) => {
      truncator.truncateTexts(raw, ['postTitle', 'postSubTitle', 'priceNote'])
      raw.postSpecs.splice(maxFacts)
      for (const fact of raw.postSpecs) truncator.truncateTexts(fact, ['name', 'value', 'unit'])
    },
    unchanged,
    caps.wholePosts,
  ),
  branch: shapeOf(
    branch,
    (raw, truncator) => {
      truncatePost(raw, truncator)
      truncator.truncateTexts(raw, [...contactFields, 'openingHours'])
    },
    withDay,
    caps.branches,
  ),
  /** Used to count items only; their content is ignored. */
  anything: shapeOf(
    z.unknown().transform(() => true),
    truncateNothing,
    unchanged,
    caps.items,
  ),
  record: shapeOf(record, truncateNothing, unchanged, caps.items),
}

type Items = {
  [N in keyof typeof table]: (typeof table)[N] extends Shape<infer Item> ? Item : never
}

export type ShapeName = keyof Items

/** The item type of a shape. */
export type ItemOf<N extends ShapeName> = Items[N]

/** Shapes by name. Parsing runs in another thread, which can be sent a name but not a schema. */
export const shapes: { [N in ShapeName]: Shape<Items[N]> } = table

export type AnyPost = ItemOf<PostShape>
export type Card = ItemOf<'card'>
export type Article = ItemOf<'article'>
export type ArticleCard = ItemOf<'articleCard'>
export type CardWithSpecs = ItemOf<'cardWithSpecs'>
export type Post = ItemOf<'post'>
export type Product = ItemOf<'product'>
export type ProductCard = ItemOf<'productCard'>
export type FooterData = ItemOf<'footer'>
export type Branch = ItemOf<'branch'>
export type Spec = Post['postSpecs'][number]
export type Variant = Product['postVariants'][number]
export type PostFile = Post['postFiles'][number]

/** Sorts newest first; parses each date once, since lists can be long. */
function newestFirst<T extends { postDate: string }>(articles: T[]): T[] {
  return articles
    .map((article) => ({ article, time: timeOf(article.postDate) }))
    .sort((a, b) => b.time - a.time)
    .map(({ article }) => article)
}

/** Publication time, ms since the epoch; before every date if there is none. */
function timeOf(postDate: string) {
  return postDate === '' ? Number.MIN_SAFE_INTEGER : Date.parse(postDate)
}
