/**
 * WooCommerce and Odoo write their headings in the language of whoever exports. They are put into English here, where
 * all that reads exports begins: by their names, what is for sale could not be told from what is not.
 */

/** Columns of WooCommerce's export before its measures, from the one of the visibility. */
const beforeMeasures = ['Visibility in catalog', 'Short description', 'Description']

/** Its columns behind weight, length, width and height. */
const behindMeasures = [
  ...['Allow customer reviews?', 'Purchase note', 'Sale price', 'Regular price', 'Categories'],
  ...['Tags', 'Shipping class', 'Images', 'Download limit', 'Download expiry days', 'Parent'],
  ...['Grouped products', 'Upsells', 'Cross-sells', 'External URL', 'Button text', 'Position'],
]

/** The columns of one attribute. */
const attributeColumns = ['name', 'value(s)', 'visible', 'global', 'default']

const kinds =
  /^(?:simple|variable|variation|grouped|external|subscription|bundle|virtual|downloadable)$/

/** Names of columns in Odoo's Arabic. */
const odooArabic = new Map([
  ['الاسم', 'Name'],
  ['المرجع الداخلي', 'Internal Reference'],
  ['فئة المنتج', 'Product Category'],
  ['سعر البيع', 'Sales Price'],
  ['سعر المبيعات', 'Sales Price'],
  ['التكلفة', 'Cost'],
  ['نوع المنتج', 'Product Type'],
  ['يمكن بيعه', 'Can be Sold'],
  ['يمكن بيعها', 'Can be Sold'],
  ['وصف المبيعات', 'Sales Description'],
  ['الوزن', 'Weight'],
  ['الحجم', 'Volume'],
  ['نشط', 'Active'],
])

/**
 * Puts the headings of a system's export into English.
 * @param first the row below them
 * @returns them, or the given ones if they are of no export in another language
 */
export function englishHeadings(
  headings: readonly string[],
  first: readonly string[] = [],
): string[] {
  return wooCommerceHeadings(headings, first) ?? odooHeadings(headings) ?? [...headings]
}

function odooHeadings(headings: readonly string[]): string[] | undefined {
  const isOdoo = ['الاسم', 'المرجع الداخلي'].every((name) => headings.includes(name))
  return isOdoo ? headings.map((heading) => odooArabic.get(heading) ?? heading) : undefined
}

/** The order of WooCommerce's columns is the same in all languages, and so are the words in some of their cells. */
function wooCommerceHeadings(
  headings: readonly string[],
  first: readonly string[],
): string[] | undefined {
  const visible = first.findIndex((cell) => /^(?:visible|catalog|search|hidden)$/.test(cell))
  const isOne =
    /^\d+$/.test(first[0] ?? '') &&
    (first[1] ?? '').split(/,\s*/).every((kind) => kinds.test(kind)) &&
    (visible === 6 || visible === 7) &&
    /^(?:taxable|shipping|none)$/.test(first[visible + 5] ?? '')
  // Each measure has its unit in brackets, and keeps its heading: it becomes the label of a specification.
  const hasUnit = (at: number) => /\(.+\)$/.test(headings[at] ?? '')
  const weight = headings.findIndex(
    (_, at) => at > visible + 7 && [0, 1, 2, 3].every((next) => hasUnit(at + next)),
  )
  if (!isOne || weight < 0 || headings[visible] === beforeMeasures[0]) return undefined
  const english = new Map<number, string>([
    ...['ID', 'Type', 'SKU'].map((name, at) => [at, name] as const),
    ...['Name', 'Published', 'Is featured?'].map((name, at) => [visible - 3 + at, name] as const),
    ...beforeMeasures.map((name, at) => [visible + at, name] as const),
    ...behindMeasures.map((name, at) => [weight + 4 + at, name] as const),
    ...attributesBehind(headings, weight + 4 + behindMeasures.length),
  ])
  return headings.map((heading, at) => english.get(at) ?? heading)
}

/** The columns of an attribute stand together and have its number; those of a download are only three. */
function attributesBehind(headings: readonly string[], from: number): [number, string][] {
  const numbers = headings.map((heading) => /\d+/.exec(heading)?.[0])
  const isMeta = (at: number) => (headings[at] ?? '').startsWith('Meta:')
  const found: [number, string][] = []
  for (let at = from; at < headings.length; at += 1) {
    const number = numbers[at]
    if (number === undefined || isMeta(at)) continue
    let end = at
    while (numbers[end] === number && !isMeta(end)) end += 1
    if (end - at >= 4) {
      const names = attributeColumns.slice(0, end - at)
      found.push(
        ...names.map((name, next): [number, string] => [at + next, `Attribute ${number} ${name}`]),
      )
    }
    at = end - 1
  }
  return found
}

/**
 * Recognises an export whose headings are in another language: read as any table, it would show what is a draft.
 * @returns the end of a sentence about the file; undefined for any other table
 */
export function otherLanguageFault(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
): string | undefined {
  const has = (pattern: RegExp) =>
    headings.some((_, at) => rows.length > 0 && rows.every((row) => pattern.test(row[at] ?? '')))
  const isWooCommerce =
    has(/^(?:simple|variable|variation|grouped|external)(?:, (?:virtual|downloadable))*$/) &&
    has(/^(?:visible|catalog|search|hidden)$/)
  const isPrestaShop = [/\(0\/1\)/, /\(x, ?y, ?z/].every((sign) =>
    headings.some((heading) => sign.test(heading)),
  )
  if (!isWooCommerce && !isPrestaShop) return undefined
  const name = isWooCommerce ? 'WooCommerce' : 'PrestaShop'
  return `is an export of ${name} whose headings are not in English: choose English as the language of your account there, and export all columns again`
}
