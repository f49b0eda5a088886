import { englishHeadings } from './foreign-headings.ts'

/** Headings by which the exports of a program are known. */
interface Signs {
  name: SystemName
  /** Headings that all its exports have. */
  required: RegExp[]
  /** Headings of which its exports have at least two. */
  typical: RegExp
}

const signs: readonly Signs[] = [
  {
    name: 'WooCommerce',
    required: [/^type$/, /^sku$/, /^name$/],
    typical:
      /^(?:parent|published|is featured\?|visibility in catalog|tax status|regular price|in stock\?|attribute \d+ name|meta: .*)$/,
  },
  {
    name: 'Shopify',
    required: [/^(?:url )?handle$/, /^title$/],
    typical:
      /^(?:body \(html\)|vendor|option1 (?:name|value)|variant sku|variant price|image src|product image url|published(?: on online store)?|gift card)$/,
  },
  {
    name: 'Magento',
    required: [/^sku$/, /^(?:product_type|_type)$/, /^name$/],
    typical:
      /^(?:attribute_set_code|store_view_code|categories|product_websites|visibility|additional_attributes|url_key|configurable_variations|base_image)$/,
  },
  {
    name: 'PrestaShop',
    required: [/^name ?\*?$/, /^reference(?: ?#)?$/],
    typical:
      /^(?:active \(0\/1\)|categor(?:y|ies)(?: \(x,y,z\.*\))?|image urls \(x,y,z\.*\)|price tax (?:in|ex)cluded.*|on sale \(0\/1\)|tax rules id|feature ?\(.*\)|product id)$/,
  },
  {
    name: 'Odoo',
    required: [
      /^(?:name|product name|product)$/,
      /^(?:internal reference|default_code|product_variant_ids\/default_code)$/,
    ],
    typical:
      /^(?:external id|id|sales price|list_price|lst_price|cost|standard_price|product category|categ_id(?:\/.*)?|(?:product )?type|detailed_type|can be (?:sold|purchased)|sale_ok|purchase_ok|sales description|description_sale|customer lead time|responsible|product attributes ?\/.*|product values|attribute_line_ids\/.*)$/,
  },
]

/** A program whose exports of products are known. */
export type SystemName = 'WooCommerce' | 'Shopify' | 'Magento' | 'PrestaShop' | 'Odoo'

/** A heading as the patterns of systems have it. */
export const plainHeading = (heading: string) =>
  heading
    .replace(/^\ufeff/, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase()

/** @returns the program that has written a table with these headings */
export function systemNameOf(headings: readonly string[]): SystemName | undefined {
  const plain = headings.map(plainHeading)
  const found = signs.find(
    ({ required, typical }) =>
      required.every((pattern) => plain.some((heading) => pattern.test(heading))) &&
      new Set(plain.filter((heading) => typical.test(heading))).size >= 2,
  )
  return found?.name
}

/** Headings are in one of the first rows. */
const maxRowsAbove = 10

/**
 * Recognises another program's export by its first rows.
 * @returns the end of a sentence about the file; undefined for a table that is nobody's export
 */
export function exportFault(rows: readonly string[][]): string | undefined {
  for (const [at, row] of rows.slice(0, maxRowsAbove).entries()) {
    const name = systemNameOf(englishHeadings(row, rows[at + 1]))
    if (name !== undefined) return faultOf(name)
  }
  return undefined
}

/** Recognises WordPress's export by its start. */
export function articleExportFault(start: string): string | undefined {
  return /xmlns:wp=|<wp:wxr_version>/.test(start) ? faultOf('WordPress') : undefined
}

const faultOf = (name: string) =>
  `is an export of ${name}, so it is not read as it is: npm run content -- import, with the name of this file, makes content of it; then this file can go`
