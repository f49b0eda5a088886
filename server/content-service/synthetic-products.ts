import { listRowsOfProduct } from './post-rows.ts'
import type { PostRow } from './post-rows.ts'
import type { Sample } from './sample.ts'
import type { SampleProduct, SampleSpec } from './sample-format.ts'

/**
 * Synthetic products that fill the sample's catalogue up to `total`, spread evenly over its product
 * types: each is a numbered copy of a product of its type, with the same images, its first three
 * specifications with other numbers, and no order codes.
 * None if the sample has that many already, or no product to copy.
 */
export function* listSyntheticProductRows(sample: Sample, total: number): Generator<PostRow> {
  const types = sample.categories
    .flatMap((category) => category.types)
    .filter((type) => type.products.length > 0)
  const missing = total - types.reduce((count, type) => count + type.products.length, 0)
  if (types.length === 0) return

  // Type by type, so that the products of a type are adjacent on disk.
  let number = 0
  for (const [index, type] of types.entries()) {
    const end = Math.floor((missing * (index + 1)) / types.length)
    for (let place = 0; number < end; place++, number++) {
      const model = type.products[place % type.products.length]
      if (model) yield* listRowsOfCopy(model, type.id, number + 1)
    }
  }
}

/** The numbers of a model differ from copy to copy by these factors, so that filters divide the list. */
const factors = [1, 1.25, 1.6, 2, 2.5, 3.15, 4, 5, 6.3, 8]

function* listRowsOfCopy(model: SampleProduct, typeId: string, number: number): Generator<PostRow> {
  const factor = factors[number % factors.length] ?? 1
  const product: SampleProduct = {
    ...model,
    id: `synthetic-${number}`,
    specs: model.specs.slice(0, 3).map((spec) => withFactor(spec, factor)),
    variants: [],
    gallery: model.gallery.map((_, index) => `${model.id}-${index + 2}.png`),
    files: [],
    Ar: {
      title: `${model.Ar.title}، طراز ${number}`,
      subTitle: model.Ar.subTitle,
      details: `منتج رقم ${number} في كتالوج أُنشئ لقياس السرعة.`,
    },
    En: {
      title: `${model.En.title}, model ${number}`,
      subTitle: model.En.subTitle,
      details: `Product ${number} of a catalogue made for measuring.`,
    },
  }
  yield* listRowsOfProduct('Products', product, typeId)
}

/** Multiplies the numbers of a value without letters, such as `63`, `6–63` or `10,000`. */
function withFactor(spec: SampleSpec, factor: number): SampleSpec {
  const { value } = spec
  if (typeof value !== 'string' || /\p{L}/u.test(value)) return spec
  const scaled = value.replace(/\d+(,\d{3})*(\.\d+)?/g, (number) =>
    String(Number((Number(number.replaceAll(',', '')) * factor).toPrecision(3))),
  )
  return { ...spec, value: scaled }
}
