import { listRowsOfPost } from './post-rows.ts'
import type { PostRow } from './post-rows.ts'
import type { Sample } from './sample.ts'
import type { SamplePost } from './sample-format.ts'

/**
 * Synthetic products that fill the sample's catalogue up to `total`, spread evenly over its product
 * types: each is a numbered copy of a product of its type, with the same images and specifications.
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

function* listRowsOfCopy(model: SamplePost, typeId: string, number: number): Generator<PostRow> {
  const post: SamplePost = {
    ...model,
    id: `synthetic-${number}`,
    specs: model.specs.slice(0, 3),
    gallery: [],
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
  yield* listRowsOfPost('Products', post, typeId, () => ({
    postImages: model.gallery.map((_, index) => `${model.id}-${index + 2}.png`),
  }))
}
