import type { CatalogueWriter, ForeignProduct, SpecPair } from '../catalogue.ts'
import { cellReader, isNo, LeftOut, listOf, WaitingProducts } from './cells.ts'
import type { ForeignTable } from '../open-table.ts'

/** A category, but not its number or its name among the records. */
export const categoryHeading = /^(?:product category|categ_id)(?:\/(?!\.?id$|external id$).*)?$/

/**
 * Reads Odoo's list of products or of their variants: rows of one name and category are one product. A row without a
 * name continues the one above, with an attribute or a code more.
 */
export async function readOdoo(table: ForeignTable, catalogue: CatalogueWriter): Promise<string[]> {
  const { cell, columns } = cellReader(table)
  const measures = columns(/^(weight|volume)(?: \(.*\))?$/)
  const leftOut = new LeftOut()
  const products = new WaitingProducts(catalogue)
  let current: ForeignProduct | null = null

  for await (const row of table.rows) {
    const name = cell(row, /^(?:name|product name|product)$/)
    const code = cell(
      row,
      /^(?:internal reference|default_code|product_variant_ids\/default_code)$/,
    )
    const specs = [...variantSpecs(row), ...attributesOf(row)]
    if (name === '') {
      if (current) addRow(current, code, specs)
      continue
    }
    if (isNo(cell(row, /^(?:can be sold|sale_ok)$/)) || isNo(cell(row, /^active$/))) {
      leftOut.add('products that cannot be sold')
      current = null
      continue
    }
    const path = cell(row, categoryHeading).split(/\s*\/\s*/)
    const key = `${path.join('/')}\n${name}`
    current = products.get(key) ?? null
    if (current) addRow(current, code, specs)
    else {
      current = {
        ...{ path, name, pictures: [], variants: [], specs: measuresOf(row) },
        details: cell(
          row,
          /^(?:sales description|description for customers|description_sale|description_ecommerce)$/,
        ),
      }
      products.set(key, current)
      addRow(current, code, specs)
    }
  }
  products.end()
  return leftOut.list()

  function addRow(product: ForeignProduct, code: string, specs: SpecPair[]) {
    if (code !== '') product.variants.push({ code, specs })
    else product.specs.push(...specs)
  }

  /** "Colour: Red, Size: L" of a variant. */
  function variantSpecs(row: string[]): SpecPair[] {
    const text = cell(
      row,
      /^(?:variant values|attribute values|product values|product_template_(?:variant|attribute)_value_ids)(?:\/.*)?$/,
    )
    return listOf(text).flatMap((part): SpecPair[] => {
      const [label = '', value = ''] = part.split(/:\s*(.*)/)
      return value === '' ? [] : [[label, value]]
    })
  }

  function attributesOf(row: string[]): SpecPair[] {
    const label = cell(
      row,
      /^(?:product attributes ?\/ ?attribute|attribute_line_ids\/attribute_id(?:\/(?!\.?id$).*)?)$/,
    )
    const values = cell(
      row,
      /^(?:product attributes ?\/ ?values|attribute_line_ids\/value_ids(?:\/(?!\.?id$).*)?)$/,
    )
    return label === '' || values === '' ? [] : [[label, listOf(values).join(', ')]]
  }

  function measuresOf(row: string[]): SpecPair[] {
    return measures.flatMap(({ at, heading }): SpecPair[] => {
      const unit = /^weight$/i.test(heading) ? ' (kg)' : /^volume$/i.test(heading) ? ' (m³)' : ''
      return row[at] && Number(row[at]) !== 0
        ? [[`${heading.charAt(0).toUpperCase()}${heading.slice(1)}${unit}`, row[at]]]
        : []
    })
  }
}
