import { isArabic } from '../../folder/format.ts'
import type { CatalogueWriter, ForeignProduct, SpecPair } from '../catalogue.ts'
import { cellReader, deepestOf, isInSeveral, LeftOut, listOf, maxWaiting } from './cells.ts'
import type { ForeignTable } from '../open-table.ts'

interface Found extends ForeignProduct {
  isAlone: boolean
  /** The codes of its children, with the attributes in which they differ. */
  children: { code: string; specs: SpecPair[] }[]
}

/**
 * Reads Magento's export of products: a configurable one names its children, which are rows of their own; a row with a
 * store view has texts in another language.
 */
export async function readMagento(
  table: ForeignTable,
  catalogue: CatalogueWriter,
): Promise<string[]> {
  const { cell } = cellReader(table)
  const leftOut = new LeftOut()
  const found = new Map<string, Found>()

  for await (const row of table.rows) {
    const code = cell(row, /^sku$/)
    const name = cell(row, /^name$/)
    const texts = {
      subTitle: cell(row, /^short_description$/),
      details: cell(row, /^description$/),
    }
    const known = found.get(code)
    if (known && cell(row, /^store_view_code$/) !== '') {
      if (name === '' || name === known.name) continue
      if (isArabic(name) !== isArabic(known.name)) known.translation = { name, ...texts }
      else leftOut.add('texts of store views in a further language')
      continue
    }
    if (code === '' || name === '') continue
    if (cell(row, /^(?:product_online|status)$/) === '2') {
      leftOut.add('disabled products')
      continue
    }
    const paths = listOf(cell(row, /^categories$/)).map((path) => path.split(/\s*\/\s*/))
    if (isInSeveral(paths)) catalogue.counts.moreCategories += 1
    const weight = cell(row, /^weight$/)
    const pictures = [cell(row, /^base_image$/), ...listOf(cell(row, /^additional_images$/))].map(
      inFolders,
    )
    const isAlone = !/^not visible/i.test(cell(row, /^visibility$/))
    const product: Found = {
      ...{ path: deepestOf(paths), name, code, ...texts, id: cell(row, /^url_key$/) },
      pictures: [...new Set(pictures)].filter(
        (picture) => picture !== '' && picture !== 'no_selection',
      ),
      specs: [
        ...attributesOf(cell(row, /^additional_attributes$/)),
        ...(Number(weight) > 0 ? [['Weight', String(Number(weight))] as const] : []),
      ],
      ...{ variants: [], children: childrenOf(cell(row, /^configurable_variations$/)), isAlone },
    }
    // In a large catalogue, what is visible and has no children does not wait for the rows below.
    if (found.size >= maxWaiting && isAlone && product.children.length === 0) catalogue.add(product)
    else found.set(code, isAlone ? product : { ...product, details: '', subTitle: '' })
  }
  const ofOthers = new Set(
    [...found.values()].flatMap(({ children }) => children.map(({ code }) => code)),
  )
  for (const { isAlone, children, ...product } of found.values()) {
    if (ofOthers.has(product.code ?? '')) continue
    if (!isAlone) {
      leftOut.add('products that are not visible individually')
      continue
    }
    const variants = children.map(({ code, specs }) => {
      const child = found.get(code)
      const [picture] = child?.pictures ?? []
      const stated = new Map([...(child?.specs ?? []), ...specs.map(sameLabel(child))])
      return { code, specs: [...stated], ...(picture !== undefined && { picture }) }
    })
    catalogue.add({ ...product, variants })
  }
  return leftOut.list()
}

/** Pictures lie in folders of their first two letters; `/m/c/mcb.jpg` is their path in images/, where they are copied. */
const inFolders = (picture: string) => picture.replace(/^\/(?=.\/.\/[^/]+$)/, 'images/')

/** An attribute of a child has the same name in both places, but for its letter case. */
function sameLabel(child: ForeignProduct | undefined) {
  return ([label, value]: SpecPair): SpecPair => {
    const known = child?.specs.find(([other]) => other.toLowerCase() === label.toLowerCase())
    return [known?.[0] ?? label, value]
  }
}

/** Attributes of the shop program that say nothing about a product. */
const internal =
  /^(?:has_options|required_options|shipment_type|price_view|links_|samples_|options_container|gift_|msrp|custom_|page_layout|country_of_manufacture$|ts_|swatch_|small_image|thumbnail)/

/** Parses "colour=Red,size=S|M"; a value with commas stands in quotes with the label. */
function attributesOf(cell: string): SpecPair[] {
  const pairs = cell.match(/"(?:[^"]|"")*"|[^,]+(?:,(?![^,=]*=)[^,]*)*/g) ?? []
  return pairs.flatMap((pair): SpecPair[] => {
    const [label = '', text = ''] = unquoted(pair).split(/=(.*)/s)
    const value = unquoted(text)
    return value === '' || internal.test(label)
      ? []
      : [[titled(label), listOf(value, '|').join(', ')]]
  })
}

/** Quotes stand around a value, or around it and its label. */
const unquoted = (text: string) =>
  text
    .trim()
    .replace(/^"(.*)"$/s, '$1')
    .replaceAll('""', '"')

/** Parses "sku=A-S,size=S|sku=A-M,size=M". */
function childrenOf(cell: string) {
  return cell.split('|').flatMap((part) => {
    const pairs = part.split(/,(?=[^,=]+=)/).map((pair) => pair.split(/=(.*)/s))
    const code = pairs.find(([label]) => label?.trim() === 'sku')?.[1]?.trim() ?? ''
    const specs = pairs.flatMap(([label = '', value = '']): SpecPair[] =>
      label.trim() === 'sku' || value === '' ? [] : [[titled(label), value.trim()]],
    )
    return code === '' ? [] : [{ code, specs }]
  })
}

/** Makes a label of an attribute's code: "rated_current" becomes "Rated current". */
function titled(code: string) {
  const words = code.trim().replace(/_/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
