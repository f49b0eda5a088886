import { z } from 'zod'
import { cleanText, withoutUnclean } from './clean-text.ts'
import { contactFields, type Contact } from './contact-fields.ts'
import { isFileName } from './file-name.ts'
import { id } from './post-id.ts'
import { caps } from '../reading/caps.ts'
import type { Cutter } from '../reading/cutter.ts'
import { sanitiseOnce } from './rich-text.ts'
import { countWords } from './word-count.ts'

/**
 * Posts as the content API sends them, read leniently: one bad field costs that field, never the
 * post; a post without a usable id costs that post, never the list. Names are the API's own.
 * This is done in a thread of its own (reading/reader.ts): others take the types and names alone.
 */

/** A field's value, if it is there at all. */
const anything = z.unknown().optional()

/** A function and no union of schemas: a product list has some ten thousand texts. */
const text = anything.transform((value) => {
  if (typeof value === 'string') return cleanText(value)
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : ''
})

const fileName = text.transform((name) => (isFileName(name) ? name : ''))

/** ISO 8601. A time that does not say where it is meant is the company's own, which is UTC+3 all year. */
const writtenDate = z.union([
  z.iso.date(),
  z.iso.datetime({ offset: true }),
  z.iso.datetime({ offset: true, precision: -1 }),
  z
    .union([z.iso.datetime({ local: true }), z.iso.datetime({ local: true, precision: -1 })])
    .transform((text) => `${text}+03:00`),
])

/** Most posts have no date: that is known without trying the ways to write one. */
const date = anything.transform((value) =>
  typeof value === 'string' && value !== '' ? (writtenDate.safeParse(value).data ?? '') : '',
)

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

const file = z
  .object({ fileName: fileName, fileTitle: text })
  .refine((entry) => entry.fileName !== '')

const coordinate = (limit: number) =>
  z
    .union([
      z.number(),
      z
        .string()
        .regex(/^-?\d+(\.\d+)?$/)
        .transform(Number),
    ])
    .refine((degrees) => Math.abs(degrees) <= limit)
    .nullable()
    .catch(null)

/** What a card, a menu or a list needs of a post. */
const card = z.object({
  postID: id,
  postTitle: text,
  postSubTitle: text,
  postImage: fileName,
  parentID: id.catch(''),
  postDate: date,
})

const articleCard = card.extend({ postDetails: text })

const projectCard = card.extend({ postSpecs: listOf(spec) })

/** A whole post, with what its detail screen shows. */
const post = card.extend({
  postDetails: text,
  postImages: listOf(fileName.refine((name) => name !== '')),
  postFiles: listOf(file),
  postSpecs: listOf(spec),
})

/** Contact values are kept whole, since people dial and type them: only what no page can carry goes. */
const contactText = anything.transform((value) => {
  if (typeof value === 'string') return withoutUnclean(value)
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : ''
})

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

const footer = z.object({ postTitle: text, postSubTitle: text })

const branch = post.extend({
  ...contact.shape,
  latitude: coordinate(90),
  longitude: coordinate(180),
  openingHours: text,
})

/** The calls that no screen uses: a JSON object, no more is known of it. */
const record = z.record(z.string(), z.unknown())

type RawPost = z.output<typeof post>

function cutCard(raw: z.output<typeof card>, cutter: Cutter) {
  cutter.cutTexts(raw, ['postTitle', 'postSubTitle'])
}

function cutPost(raw: RawPost, cutter: Cutter) {
  cutCard(raw, cutter)
  cutter.cutLists(raw)
  cutter.cutRichText(raw)
}

/** How the items of one kind are read. */
interface Shape<Item> {
  /**
   * @returns the item, and what of it has to be stored to read the same again; or what tells what
   * is wrong with it, for operators
   */
  read: (
    entry: unknown,
    cutter: Cutter,
  ) => { item: Item; stored: unknown } | { problem: () => string }
  /** How many items of an answer are read. */
  most: number
  /** The order of a list, where it is not the API's. */
  arrange: (items: Item[]) => Item[]
}

/**
 * @param cut brings what was read down to the caps, in place
 * @param finish makes of it what screens want
 * @param most of an answer's items
 */
function shapeOf<Raw, Item>(
  schema: z.ZodType<Raw>,
  cut: (raw: Raw, cutter: Cutter) => void,
  finish: (raw: Raw) => Item,
  most: number,
): Shape<Item> {
  return {
    read(entry, cutter) {
      const { success, data, error } = schema.safeParse(entry)
      if (!success) return { problem: () => z.prettifyError(error) }
      cut(data, cutter)
      return { item: finish(data), stored: data }
    },
    most,
    arrange: (items) => items,
  }
}

function arranged<Item>(shape: Shape<Item>, arrange: Shape<Item>['arrange']): Shape<Item> {
  return { ...shape, arrange }
}

/** A list of projects shows three. */
const mostFacts = 10

const asRead = <T>(raw: T) => raw
const uncut = () => undefined

const table = {
  card: shapeOf(card, cutCard, asRead, caps.items),
  /**
   * An article in a list: of its text, if the list has it, no more than the number of words is kept.
   * The API promises no order, yet screens speak of the newest, of newer and of older ones: so the
   * dates decide, and the API's order where they say nothing.
   */
  articleCard: arranged(
    shapeOf(
      articleCard,
      (raw, cutter) => {
        cutCard(raw, cutter)
        cutter.cutUnshownText(raw)
      },
      ({ postDetails, ...raw }) => ({ ...raw, wordCount: countWords(sanitiseOnce(postDetails)) }),
      caps.items,
    ),
    newestFirst,
  ),
  /** A project in a list, with its facts if the list has them. */
  projectCard: shapeOf(
    projectCard,
    (raw, cutter) => {
      cutCard(raw, cutter)
      cutter.cutFacts(raw)
    },
    (raw) => ({ ...raw, postSpecs: raw.postSpecs.slice(0, mostFacts) }),
    caps.items,
  ),
  post: shapeOf(post, cutPost, asRead, caps.wholePosts),
  /** An article as its own screen shows it. */
  article: shapeOf(
    post,
    cutPost,
    (raw) => ({ ...raw, wordCount: countWords(raw.postDetails) }),
    caps.wholePosts,
  ),
  contact: shapeOf(
    contact,
    (raw, cutter) => cutter.cutTexts(raw, contactFields),
    (raw): Contact => raw,
    caps.wholePosts,
  ),
  footer: shapeOf(
    footer,
    (raw, cutter) => cutter.cutTexts(raw, ['postTitle', 'postSubTitle']),
    asRead,
    caps.wholePosts,
  ),
  branch: shapeOf(
    branch,
    (raw, cutter) => {
      cutPost(raw, cutter)
      cutter.cutTexts(raw, [...contactFields, 'openingHours'])
    },
    asRead,
    caps.items,
  ),
  /** Whether there is anything: nothing is read of it. */
  anything: shapeOf(
    z.unknown().transform(() => true),
    uncut,
    asRead,
    caps.items,
  ),
  record: shapeOf(record, uncut, asRead, caps.items),
}

type Items = {
  [N in keyof typeof table]: (typeof table)[N] extends Shape<infer Item> ? Item : never
}

export type ShapeName = keyof Items

/** What an item is, read by the shape of that name. */
export type ItemOf<N extends ShapeName> = Items[N]

/**
 * What the items of an answer are read as, by name: they are read in another thread, where a name can
 * go and a schema cannot.
 */
export const shapes: { [N in ShapeName]: Shape<Items[N]> } = table

export type Card = ItemOf<'card'>
export type Article = ItemOf<'article'>
export type ArticleCard = ItemOf<'articleCard'>
export type ProjectCard = ItemOf<'projectCard'>
export type Post = ItemOf<'post'>
export type FooterData = ItemOf<'footer'>
export type Branch = ItemOf<'branch'>
export type Spec = Post['postSpecs'][number]
export type PostFile = Post['postFiles'][number]
export type { Contact } from './contact-fields.ts'

/** Each date is read once: lists can be long. */
function newestFirst<T extends { postDate: string }>(articles: T[]): T[] {
  return articles
    .map((article) => ({ article, time: timeOf(article.postDate) }))
    .sort((a, b) => b.time - a.time)
    .map(({ article }) => article)
}

/** When an article appeared, ms since the epoch; before every date where it does not say. */
function timeOf(postDate: string) {
  return postDate === '' ? Number.MIN_SAFE_INTEGER : Date.parse(postDate)
}
