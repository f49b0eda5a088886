import { z } from 'zod'

// Scalars keep the file's text: a value of 1.10 stays 1.10.

const id = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be lower-case letters, digits and single hyphens')
const requiredText = z.string().trim().min(1, 'must not be empty')
const optionalText = z.string().trim().default('')
const fileName = z
  .string()
  .regex(/^[\w][\w.-]*\.(png|jpg|webp|pdf)$/, 'must be a plain .png, .jpg, .webp or .pdf file name')
const coordinate = (limit: number) =>
  z
    .string()
    .regex(/^-?\d+(\.\d+)?$/, 'must be decimal degrees')
    .transform(Number)
    .refine((degrees) => Math.abs(degrees) <= limit, `must be within ${limit} degrees`)

const bilingualText = z.strictObject({ Ar: requiredText, En: requiredText })
const optionalBilingualText = z
  .strictObject({ Ar: optionalText, En: optionalText })
  .default({ Ar: '', En: '' })

const text = z.strictObject({ title: requiredText, subTitle: optionalText, details: optionalText })

const specValue = z.union([requiredText, bilingualText], {
  error: 'must be one value, or one in Ar and one in En',
})
const spec = z.strictObject({ name: bilingualText, value: specValue, unit: optionalText })

const attachment = z.strictObject({ fileName, title: bilingualText })

const postFields = {
  id,
  image: fileName.optional(),
  date: z.iso.date('must be a date such as 2026-03-14').optional(),
  Ar: text,
  En: text,
  specs: z.array(spec).default([]),
  gallery: z.array(fileName).default([]),
  files: z.array(attachment).default([]),
}

const contactFields = {
  adress1: optionalBilingualText,
  email1: optionalText,
  phone1: optionalText,
  mapUrl: optionalText,
  facebook: optionalText,
  youtube: optionalText,
  whatsapp: optionalText,
  telegram: optionalText,
  tweeter: optionalText,
}

const postSchema = z.strictObject(postFields)
export const postListSchema = z.array(postSchema)
export const datedPostSchema = z.strictObject({
  ...postFields,
  date: z.iso.date('must be a date such as 2026-03-14'),
})
export const datedPostListSchema = z.array(datedPostSchema)

/** The ID of the post that a slide shows, or of the solution that a project illustrates. */
const parent = id.optional()
export const slideListSchema = z.array(z.strictObject({ ...postFields, parent }))
export const projectListSchema = z.array(datedPostSchema.extend({ parent }))

export const solutionListSchema = z.array(
  z.strictObject({ ...postFields, products: z.array(id).default([]) }),
)

/** Specs by the slug of their label in specifications.yaml. */
const specsBySlug = z.record(z.string(), specValue)

const variantSchema = z.strictObject({
  code: z
    .string()
    .regex(/^[A-Z0-9][\w./-]*$/, 'must start with a capital or digit and have no space'),
  specs: specsBySlug.refine((specs) => Object.keys(specs).length > 0, 'must not be empty'),
})

const productSchema = z.strictObject({
  ...postFields,
  specs: specsBySlug.default({}),
  variants: z.array(variantSchema).default([]),
})

export const categorySchema = z.strictObject({
  ...postFields,
  types: z.array(
    z.strictObject({
      ...postFields,
      // Labels for which every product of the type has a value.
      keySpecs: z.array(z.string()).default([]),
      products: z.array(productSchema).default([]),
    }),
  ),
})

export const specificationsSchema = z
  .record(
    z.string(),
    z.strictObject({ name: bilingualText, unit: optionalText, meaning: requiredText }),
  )
  .superRefine((labels, context) => {
    for (const [slug, { name }] of Object.entries(labels)) {
      const expected = slugOfLabel(name.En)
      if (slug === expected) continue
      context.addIssue({ code: 'custom', path: [slug], message: `must be named ${expected}` })
    }
  })

/** Converts "Rated voltage U0/U" to rated-voltage-u0-u. */
function slugOfLabel(name: string) {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}

export const contactSchema = z.strictObject({ id, ...contactFields })

export const branchListSchema = z.array(
  z.strictObject({
    ...postFields,
    contact: z.strictObject(contactFields),
    latitude: coordinate(90),
    longitude: coordinate(180),
    // A machine-readable text serves both languages: "Su-Th 08:00-18:00; Sa 09:00-14:00".
    openingHours: z.union([optionalText, optionalBilingualText]),
  }),
)

const footerText = z.strictObject({ title: requiredText, subTitle: optionalText })

export const footerSchema = z.strictObject({
  id,
  Ar: footerText,
  En: footerText,
  imageHeader: z.union([fileName, z.literal('')]).default(''),
  imageFooter: z.union([fileName, z.literal('')]).default(''),
})

export type SamplePost = z.infer<typeof postSchema>
export type SampleSpec = z.infer<typeof spec>
export type UnresolvedSpecs = z.infer<typeof specsBySlug>
/** One order code of a product. */
interface SampleVariant {
  code: string
  specs: SampleSpec[]
}
export type SampleProduct = SamplePost & { variants: SampleVariant[] }
export type UnresolvedCategory = z.infer<typeof categorySchema>
export type SampleCategory = SamplePost & { types: SampleType[] }
type SampleType = SamplePost & { keySpecs: string[]; products: SampleProduct[] }
export type Specifications = z.infer<typeof specificationsSchema>
export type SampleChild = z.infer<typeof slideListSchema>[number]
export type SampleSolution = z.infer<typeof solutionListSchema>[number]
export type SampleBranch = z.infer<typeof branchListSchema>[number]
export type SampleContact = z.infer<typeof contactSchema>
export type SampleFooter = z.infer<typeof footerSchema>
