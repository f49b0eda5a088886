import type { Content } from '../../content/content.server'
import { csvLines, csvStart } from '../../content/csv.server'
import type { CatalogueProduct } from './catalogue-shape.server'
import { partLength, type ProductReading } from './read-products.server'

/** Writes the catalogue as a table for spreadsheets, as it is read: a row for each order code. */
export async function* catalogueCsv(
  products: ProductReading,
  { t }: Pick<Content, 't'>,
): AsyncGenerator<string, void> {
  let part =
    csvStart +
    csvLines([
      [
        t('quote.columns.code'),
        t('quote.columns.product'),
        t('catalogue.subTitle'),
        t('catalogue.category'),
        t('compare.type'),
        t('product.specs'),
        t('quote.columns.address'),
        t('catalogue.image'),
        t('catalogue.changedAt'),
        t('catalogue.id'),
      ],
    ])
  for await (const batch of products) {
    for (const product of batch) {
      part += csvLines(rowsOf(product))
      if (part.length < partLength) continue
      yield part
      part = ''
    }
  }
  yield part
}

/** Max. length of a product's texts over all its rows, UTF-16 units; longer ones stand in the first row only. */
const maxRepeated = 100_000

/**
 * A product without order codes has one row. What an order code states itself comes first. Texts of the
 * product that are too long for each of its rows are in the first one only.
 */
function rowsOf({ variants, specs, ...product }: CatalogueProduct) {
  const { title, subTitle, category, type, url, image, changedAt, id } = product
  const codes = variants.length > 0 ? variants : [{ code: '', specs: [] }]
  const isRepeated = textLength([...specs, { subTitle }]) * codes.length <= maxRepeated
  return codes.map((variant, row) => {
    const isWhole = row === 0 || isRepeated
    const own = new Set(variant.specs.map(({ name }) => name))
    const others = isWhole ? specs.filter(({ name }) => !own.has(name)) : []
    const facts = [...variant.specs, ...others].map(
      ({ name, value, unit }) => `${name}: ${`${value} ${unit}`.trim()}`,
    )
    return [
      ...[variant.code, title, isWhole ? subTitle : ''],
      ...[category?.title ?? '', type.title, facts.join('; ')],
      ...[url, image, changedAt, id],
    ]
  })
}

function textLength(texts: Record<string, string>[]) {
  return texts.reduce((sum, text) => sum + Object.values(text).join('').length, 0)
}
