import type { Content } from '../../content/content.server'
import { csvLines, csvStart } from '../../content/csv.server'
import type { CatalogueProduct } from './catalogue-shape.server'
import type { ProductReading } from './read-products.server'

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
    part += csvLines(batch.flatMap(rowsOf))
    if (part !== '') yield part
    part = ''
  }
  yield part
}

/** A product without order codes has one row. What an order code states itself comes first. */
function rowsOf({ variants, specs, ...product }: CatalogueProduct) {
  const { title, subTitle, category, type, url, image, changedAt, id } = product
  const codes = variants.length > 0 ? variants : [{ code: '', specs: [] }]
  return codes.map((variant) => {
    const own = new Set(variant.specs.map(({ name }) => name))
    const all = [...variant.specs, ...specs.filter(({ name }) => !own.has(name))]
    const facts = all.map(({ name, value, unit }) => `${name}: ${`${value} ${unit}`.trim()}`)
    return [
      ...[variant.code, title, subTitle, category?.title ?? '', type.title, facts.join('; ')],
      ...[url, image, changedAt, id],
    ]
  })
}
