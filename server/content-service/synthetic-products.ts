import { z } from 'zod'
import type { PostRow } from './post-row.ts'
import { languages, type Language } from './wire.ts'

const specSchema = z.object({ name: z.string(), value: z.string(), unit: z.string() })

type Spec = z.infer<typeof specSchema>

/** The item of a product in a list. */
const listedSchema = z.looseObject({ postTitle: z.string(), postSpecs: z.array(specSchema) })

const detailsSchema = z.looseObject({ postImages: z.array(z.string()) })

/** A product of the sample, in each language. */
type Model = Partial<Record<Language, ReturnType<typeof parseRow>>>

/**
 * Synthetic products that fill the sample's catalogue up to `total`, spread evenly over its product
 * types: each is a numbered copy of a product of its type, with the same images, its first three
 * specifications with other numbers, and no order codes.
 * None if the sample has that many already, or no product to copy.
 * @param sample the rows of the sample
 */
export function* listSyntheticProductRows(sample: PostRow[], total: number): Generator<PostRow> {
  const types = [...listModels(sample)]
  const missing = total - types.reduce((count, [, models]) => count + models.length, 0)

  // Type by type, so that the products of a type are adjacent on disk.
  let number = 0
  for (const [index, [typeId, models]] of types.entries()) {
    const end = Math.floor((missing * (index + 1)) / types.length)
    for (let place = 0; number < end; place++, number++) {
      const model = models[place % models.length]
      if (model) yield* listRowsOfCopy(model, typeId, number + 1)
    }
  }
}

/** The products of each type that has any. */
function listModels(sample: PostRow[]): Map<string, Model[]> {
  const types = new Map<string, Map<string, Model>>()
  for (const row of sample.filter(({ type }) => type === 'Products')) {
    const models = types.get(row.parentId) ?? new Map<string, Model>()
    const model = { ...models.get(row.id), [row.language]: parseRow(row) }
    types.set(row.parentId, models.set(row.id, model))
  }
  return new Map([...types].map(([typeId, models]) => [typeId, [...models.values()]]))
}

function parseRow(row: PostRow) {
  const listed = listedSchema.parse(JSON.parse(row.listItem))
  return { row, listed, details: detailsSchema.parse(JSON.parse(row.detailItem)) }
}

/** The numbers of a model differ from copy to copy by these factors, so that filters divide the list. */
const factors = [1, 1.25, 1.6, 2, 2.5, 3.15, 4, 5, 6.3, 8]

const texts = {
  Ar: {
    title: (title: string, number: number) => `${title}، طراز ${number}`,
    details: (number: number) => `منتج رقم ${number} في كتالوج أُنشئ لقياس السرعة.`,
  },
  En: {
    title: (title: string, number: number) => `${title}, model ${number}`,
    details: (number: number) => `Product ${number} of a catalogue made for measuring.`,
  },
}

function* listRowsOfCopy(model: Model, parentId: string, number: number): Generator<PostRow> {
  const factor = factors[number % factors.length] ?? 1
  for (const language of languages) {
    const version = model[language]
    if (!version) continue
    const { row, listed, details } = version
    const id = `synthetic-${number}`
    const title = texts[language].title(listed.postTitle, number)
    const specs = listed.postSpecs.slice(0, 3).map((spec) => withFactor(spec, factor))
    const own = { postID: id, postTitle: title, postSpecs: specs, postVariants: [] }
    const ownDetails = {
      postDetails: `<p>${texts[language].details(number)}</p>\n`,
      postImages: details.postImages.map((_, index) => `${row.id}-${index + 2}.png`),
      postFiles: [],
    }
    yield {
      ...row,
      id,
      parentId,
      title,
      listItem: JSON.stringify({ ...listed, ...own }),
      detailItem: JSON.stringify({ ...details, ...own, ...ownDetails }),
    }
  }
}

/** Multiplies the numbers of a value without letters, such as `63`, `6–63` or `10,000`. */
function withFactor(spec: Spec, factor: number): Spec {
  if (/\p{L}/u.test(spec.value)) return spec
  const value = spec.value.replace(/\d+(,\d{3})*(\.\d+)?/g, (number) =>
    String(Number((Number(number.replaceAll(',', '')) * factor).toPrecision(3))),
  )
  return { ...spec, value }
}
