import { z } from 'zod'
import type { Problem } from './folder-files.ts'
import { plainTextOf } from '@site/arabic-text/characters'
import { placeOf } from '@site/arabic-text/degrees'
import { isFileName } from '../file-names.ts'
import type { Language } from '../wire.ts'
import { beginsAsHtml, withoutMarkup } from './texts/html-texts.ts'

// Scalars keep the file's text: a value of 1.10 stays 1.10.

const scalar = z.string({ error: 'must be a text' })
const requiredText = scalar.trim().min(1, 'must not be empty')
const optionalText = scalar.trim().default('')
const listOf = <T extends z.ZodType>(item: T) =>
  z.array(item, { error: 'must be a list: one entry per line, each after a dash' }).default([])

/** The schema of an id, which is a part of an address. */
export const id = scalar
  .trim()
  .regex(
    /^[\p{L}\p{N}][\p{L}\p{N}\p{M}._-]*$/u,
    'must be letters, digits and hyphens, since it is a part of an address',
  )
  .max(100, 'must not be longer than 100 characters')

const fileName = scalar.trim().refine((name) => name === '' || isFileName(name), {
  error: ({ input }) =>
    /^\w+:\/\//.test(String(input))
      ? 'must be the name of a file, and is an address: save the file in images/, or let npm run content -- import fetch it'
      : 'must be the name of a file in images/ or files/, such as "My photo.jpg"',
})

/** A text in both languages; the only one written serves both. */
interface Bilingual {
  Ar: string
  En: string
}

function toBilingual(text: string | { Ar: string; En: string }): Bilingual {
  if (typeof text === 'string') return { Ar: text, En: text }
  return { Ar: text.Ar || text.En, En: text.En || text.Ar }
}

const byLanguage = z.strictObject({ Ar: optionalText, En: optionalText })
const eitherText = z.union([scalar.trim(), byLanguage], {
  error: 'must be one text, or one under Ar and one under En',
})
const bilingualText = eitherText
  .refine((text) => toBilingual(text).Ar !== '', 'must not be empty')
  .transform(toBilingual)
const optionalBilingual = eitherText.default('').transform(toBilingual)

const specValue = eitherText
  .refine((text) => toBilingual(text).Ar !== '', 'must not be empty')
  .transform((text) => (typeof text === 'string' ? text : toBilingual(text)))

const spec = z.strictObject({ name: bilingualText, value: specValue, unit: optionalText })

const attachment = z
  .union([fileName, z.strictObject({ fileName, title: optionalBilingual })], {
    error: 'must be the name of a file, or a fileName with a title',
  })
  .transform((file) => {
    const { fileName, title } =
      typeof file === 'string' ? { fileName: file, title: toBilingual('') } : file
    return { fileName, title: title.Ar === '' ? toBilingual(titleOf(fileName)) : title }
  })

/** Makes a title of a file name: `01-my_photo.JPG` becomes "my photo". */
export function titleOf(fileName: string): string {
  const stem = fileName.replace(/^.*\//, '').replace(/\.\w{1,5}$/, '')
  return (
    stem
      .replace(/^\d{1,3}[-_. ]+(?=.)/, '')
      .replace(/[-_]+/g, ' ')
      .trim() || stem
  )
}

/** A line that other programs may have written as HTML. */
const optionalLine = optionalText.transform((text) =>
  beginsAsHtml(text) ? withoutMarkup(text) : text,
)

const textFields = { title: optionalText, subTitle: optionalLine, details: optionalText }
const text = z.strictObject(textFields)

type Text = z.infer<typeof text>

/** Says where an entry is, or a field of it; the reader of its file adds it. */
export type PlaceOf = (field?: string) => Pick<Problem, 'file' | 'place'>

const places = { '@': z.custom<PlaceOf>((value) => typeof value === 'function').optional() }

/** Matches a time after a date: other programs write "2026-03-14T20:22:19Z". */
const timeOfDay = /(?<=^\d{4}-\d\d-\d\d)[T ]\d\d?:[\d:.]+ ?(?:Z|[+-]\d\d:?\d\d)?$/

const postFields = {
  ...places,
  id: id.optional(),
  image: fileName.optional(),
  date: scalar
    .transform((text) => plainTextOf(text).replace(timeOfDay, ''))
    .pipe(z.iso.date('must be a date such as 2026-03-14'))
    .optional(),
  Ar: text.optional(),
  En: text.optional(),
  // The only language of the file needs no heading.
  ...textFields,
  specs: listOf(spec),
  gallery: listOf(fileName),
  files: listOf(attachment),
}

/** Whether a text has Arabic letters. */
export const isArabic = (text: string) => /[\u0620-\u064a]/.test(text)

/** The texts of a post in both languages. */
interface Texts {
  Ar: Text
  En: Text
  /** The language of the texts where there is only one: both have these. */
  only?: Language
}

/** Completes the texts of a post, whose author may have written one language only. */
function toTexts(raw: { Ar?: Text | undefined; En?: Text | undefined } & Text): Texts {
  const { title, subTitle, details } = raw
  const isOwnArabic = isArabic(title + subTitle + details)
  const withOwn = (text: Text | undefined, isOwn: boolean): Text | undefined =>
    isOwn
      ? {
          title: text?.title || title,
          subTitle: text?.subTitle || subTitle,
          details: text?.details || details,
        }
      : text
  const Ar = withOwn(raw.Ar, isOwnArabic)
  const En = withOwn(raw.En, !isOwnArabic)
  const empty = { title: '', subTitle: '', details: '' }
  if (isWritten(Ar) && isWritten(En)) {
    return {
      Ar: { ...Ar, title: Ar.title || En.title },
      En: { ...En, title: En.title || Ar.title },
    }
  }
  const written = isWritten(Ar) ? Ar : (En ?? empty)
  return isWritten(written)
    ? { Ar: written, En: written, only: isWritten(Ar) ? 'Ar' : 'En' }
    : { Ar: written, En: written }
}

function isWritten(text: Text | undefined): text is Text {
  return text !== undefined && (text.title !== '' || text.subTitle !== '' || text.details !== '')
}

/** Moves the texts of a parsed post into both languages. */
function withTexts<T extends Parameters<typeof toTexts>[0]>(raw: T) {
  const { title: _title, subTitle: _subTitle, details: _details, Ar: _ar, En: _en, ...rest } = raw
  return { ...rest, ...toTexts(raw) }
}

const hasTitle = ({ Ar }: Texts) => Ar.title !== ''
export const noTitle = 'has no title: write it under Ar or En, as "title: …"'

const contactFields = {
  adress1: optionalBilingual,
  email1: optionalText,
  phone1: optionalText,
  mapUrl: optionalText,
  facebook: optionalText,
  youtube: optionalText,
  whatsapp: optionalText,
  telegram: optionalText,
  tweeter: optionalText,
}

const post = z.strictObject(postFields).transform(withTexts)

/** The id or title of another post. */
const reference = requiredText.optional()

/** Specs by their label: its slug in specifications.yaml, or its name, such as "Rated current (A)". */
const specsByLabel = z
  .record(z.string(), specValue, { error: 'must be labels with values, such as "Weight (kg): 2"' })
  .default({})

const variant = z.strictObject({
  ...places,
  code: scalar
    .transform(plainTextOf)
    .pipe(
      z
        .string()
        .regex(
          /^[^\s,;][^\n,;]{0,79}$/,
          'must be an order code: up to 80 characters without comma',
        ),
    ),
  specs: specsByLabel,
  availability: optionalText,
  asOf: optionalText,
})

const product = z
  .strictObject({ ...postFields, specs: specsByLabel, variants: listOf(variant) })
  .transform(withTexts)
  .refine(hasTitle, noTitle)

const productType = z
  .strictObject({ ...postFields, keySpecs: listOf(requiredText), products: listOf(product) })
  .transform(withTexts)
  .refine(hasTitle, noTitle)

const contact = z.strictObject({ id: id.default('contact'), ...contactFields })

const footerText = z.strictObject({ title: optionalText, subTitle: optionalText })

const specifications = z.record(
  z.string(),
  z.strictObject({ name: bilingualText, unit: optionalText, meaning: optionalText }),
  { error: 'must be labels, each with its name and unit' },
)

const hasPlace = ({ latitude, longitude }: { latitude: string; longitude: string }) =>
  !Object.values(placeOf(latitude, longitude)).includes(null)

/** The schema of an entry of each section; of "specifications", the whole file is one entry. */
export const schemas = {
  about: post,
  backgrounds: post,
  blog: post.refine(hasTitle, noTitle),
  branches: z
    .strictObject({
      ...postFields,
      contact: z.strictObject(contactFields).prefault({}),
      latitude: optionalText,
      longitude: optionalText,
      // A machine-readable text serves both languages: "Su-Th 08:00-18:00; Sa 09:00-14:00".
      openingHours: optionalBilingual,
    })
    .refine((branch) => branch.latitude + branch.longitude === '' || hasPlace(branch), {
      error: 'and longitude must be degrees, such as 24.7136 and 46.6753',
      path: ['latitude'],
    })
    .transform((branch) => ({ ...branch, ...placeOf(branch.latitude, branch.longitude) }))
    .transform(withTexts)
    .refine(hasTitle, noTitle),
  'company-goals': post,
  contact,
  footer: z
    .strictObject({
      id: id.default('footer'),
      Ar: footerText.optional(),
      En: footerText.optional(),
      title: optionalText,
      subTitle: optionalText,
      priceNote: optionalBilingual,
      imageHeader: fileName.default(''),
      imageFooter: fileName.default(''),
    })
    .transform(({ Ar, En, ...raw }) =>
      withTexts({
        ...raw,
        Ar: Ar && { ...Ar, details: '' },
        En: En && { ...En, details: '' },
        details: '',
      }),
    ),
  'home-slider': z.strictObject({ ...postFields, parent: reference }).transform(withTexts),
  news: post.refine(hasTitle, noTitle),
  products: z
    .strictObject({
      ...postFields,
      types: listOf(productType),
      // The labels of a spreadsheet; those of YAML files are in specifications.yaml.
      specifications: specifications.default({}),
    })
    .transform(withTexts)
    .refine(hasTitle, noTitle),
  projects: z
    .strictObject({ ...postFields, parent: reference })
    .transform(withTexts)
    .refine(hasTitle, noTitle),
  services: post.refine(hasTitle, noTitle),
  // Names columns and specifications that look commercial and are public all the same.
  settings: z.strictObject({ publicColumns: listOf(requiredText) }),
  solutions: z
    .strictObject({ ...postFields, products: listOf(requiredText) })
    .transform(withTexts)
    .refine(hasTitle, noTitle),
  specifications,
  sustainability: post,
  'work-fields': post,
} as const

/** Fields that any entry may have, to suggest the right one for a misspelt one. */
export const fieldNames = [
  ...Object.keys(postFields).filter((name) => name !== '@'),
  ...Object.keys(contactFields),
  ...['contact', 'latitude', 'longitude', 'openingHours', 'parent', 'products', 'types'],
  ...['keySpecs', 'variants', 'code', 'availability', 'asOf', 'fileName', 'name', 'value', 'unit'],
  ...['meaning', 'imageHeader', 'imageFooter', 'priceNote', 'publicColumns'],
]

export type EntryOf<S extends keyof typeof schemas> = z.infer<(typeof schemas)[S]>
export type RawPost = EntryOf<'about'>
export type RawProduct = z.infer<typeof product>
export type RawSpecs = z.infer<typeof specsByLabel>
export type Labels = EntryOf<'specifications'>
export type Contact = z.infer<z.ZodObject<typeof contactFields>>
/** A value in one text for both languages, or in each. */
export type SpecValue = z.infer<typeof specValue>
/** A fact of a post. */
export type Spec = z.infer<typeof spec>
