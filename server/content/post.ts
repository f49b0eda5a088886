import { z } from 'zod'
import { isFileName } from './file-name.ts'
import { sanitiseRichText } from './rich-text.ts'
import { countWords } from './word-count.ts'

/**
 * Posts as the content API sends them, read leniently: one bad field costs that field, never the
 * post; a post without a usable id costs that post, never the list. Names are the API's own.
 */

/** Ids are strings from the door on. A number beyond 2^53 has already lost digits: not an id. */
const id = z.union([
  z
    .string()
    .trim()
    .min(1)
    .refine((text) => text === cleanText(text)),
  z
    .number()
    .refine((number) => Number.isSafeInteger(number))
    .transform(String),
])

/** Whether a text, such as a parameter of a route, can be a post's id at all. */
export function isPostId(text: string) {
  return id.safeParse(text).data === text
}

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

/** An editor's HTML, sanitised. */
const richText = text.transform((html) => (html === '' ? '' : sanitiseRichText(html)))

/** What a card, a menu or a list needs of a post. */
export const cardSchema = z.object({
  postID: id,
  postTitle: text,
  postSubTitle: text,
  postImage: fileName,
  parentID: id.catch(''),
  postDate: date,
})

/** An article in a list: of its text, if the list has it, no more than the number of words is kept. */
export const articleCardSchema = cardSchema
  .extend({ postDetails: richText.transform(countWords) })
  .transform(({ postDetails: wordCount, ...card }) => ({ ...card, wordCount }))

/** A project in a list, with its facts if the list has them. */
export const projectCardSchema = cardSchema.extend({ postSpecs: listOf(spec) })

/** A whole post, with what its detail screen shows. */
export const postSchema = cardSchema.extend({
  postDetails: richText,
  postImages: listOf(fileName.refine((name) => name !== '')),
  postFiles: listOf(file),
  postSpecs: listOf(spec),
})

/** An article as its own screen shows it. */
export const articleSchema = postSchema.transform((post) => ({
  ...post,
  wordCount: countWords(post.postDetails),
}))

/** Contact values are kept whole, but for what nobody can see: people dial and type the rest. */
const contactText = z
  .union([z.string().transform(showableText), z.number().transform(String)])
  .catch('')

const contactFields = {
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
}

export const contactSchema = z.object(contactFields)

export const footerSchema = z.object({ postTitle: text, postSubTitle: text })

export const branchSchema = postSchema.extend({
  ...contactFields,
  latitude: coordinate(90),
  longitude: coordinate(180),
  openingHours: text,
})

export type Card = z.output<typeof cardSchema>
export type Article = z.output<typeof articleSchema>
export type ArticleCard = z.output<typeof articleCardSchema>
export type ProjectCard = z.output<typeof projectCardSchema>
export type Post = z.output<typeof postSchema>
export type Contact = z.output<typeof contactSchema>
export type FooterData = z.output<typeof footerSchema>
export type Branch = z.output<typeof branchSchema>
export type Spec = Post['postSpecs'][number]
export type PostFile = Post['postFiles'][number]

/** What cannot be shown, and what has to be looked at more closely: halves of surrogate pairs. */
const unclean =
  /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u202A-\u202E\uD800-\uDFFF\uFFFD]/

/**
 * Lone surrogates, NUL and other control characters cannot be shown, and direction overrides
 * would turn the page round them; all of them go. Tab and line breaks stay.
 */
function showableText(value: string) {
  if (!unclean.test(value)) return value
  return value
    .toWellFormed()
    .replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u202A-\u202E\uFFFD]/g, '')
}

function cleanText(value: string) {
  return showableText(value).trim()
}
