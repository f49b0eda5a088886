import { z } from 'zod'

const spec = z.object({
  name: z.string().meta({ description: 'Such as "Rated current".' }),
  value: z.string(),
  unit: z.string().meta({ description: 'Possibly empty.' }),
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
      z.object({ code: z.string().meta({ description: 'An order code.' }), specs: z.array(spec) }),
    )
    .meta({ description: 'The order codes of a series, each with what it differs in.' }),
  changedAt: time.nullable().meta({
    description:
      'When it appeared or was last seen to change; null if it has not since the site knows it.',
  }),
})

/** The catalogue as data: what /catalogue.json contains. */
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
 * The same as a JSON Schema of draft 2020-12.
 * @param id its own address
 */
export function catalogueJsonSchema(id: string) {
  return { $id: id, ...z.toJSONSchema(catalogueShape) }
}
