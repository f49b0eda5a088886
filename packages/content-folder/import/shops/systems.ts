import type { CatalogueWriter } from '../catalogue.ts'
import type { ForeignTable } from '../open-table.ts'
import { systemNameOf, type SystemName } from './recognise.ts'
import { readMagento } from './magento.ts'
import { categoryHeading, readOdoo } from './odoo.ts'
import { readPrestaShop } from './prestashop.ts'
import { readShopify } from './shopify.ts'
import { readWooCommerce } from './woocommerce.ts'

/** What an export's columns become in the catalogue: pairs of a heading's pattern and our column. */
export type Roles = readonly (readonly [heading: RegExp, column: string])[]

/** A program whose exports of products are known by their headings. */
export interface System {
  name: SystemName
  roles: Roles
  /** Adds the products of an export, and returns what was left out, one phrase each. */
  read: (table: ForeignTable, catalogue: CatalogueWriter) => Promise<string[]>
}

export const systems: readonly System[] = [
  {
    name: 'WooCommerce',
    roles: [
      [/^name$/, 'Name'],
      [/^sku$/, 'Order code'],
      [/^categories$/, 'Category, Type'],
      [/^short description$/, 'Short description'],
      [/^description$/, 'Description'],
      [/^images$/, 'Picture'],
      [
        /^(?:attribute \d+ (?:name|value\(s\))|\S+ \((?:kg|g|lbs|oz|m|cm|mm|in|yd|كجم|كغ|جم|غ|م|سم|مم)\)|brands?)$/,
        'specifications',
      ],
    ],
    read: readWooCommerce,
  },
  {
    name: 'Shopify',
    roles: [
      [/^(?:url )?handle$/, 'Id'],
      [/^title$/, 'Name'],
      [/^(?:variant )?sku$/, 'Order code'],
      [/^(?:product category|type)$/, 'Category, Type'],
      [/^(?:body \(html\)|description)$/, 'Description'],
      [/^(?:image src|product image url|variant image(?: url)?)$/, 'Picture'],
      [/^(?:option\d (?:name|value)|.*\(product\.metafields\..*\))$/, 'specifications'],
    ],
    read: readShopify,
  },
  {
    name: 'Magento',
    roles: [
      [/^name$/, 'Name'],
      [/^sku$/, 'Order code'],
      [/^categories$/, 'Category, Type'],
      [/^short_description$/, 'Short description'],
      [/^description$/, 'Description'],
      [/^url_key$/, 'Id'],
      [/^(?:base_image|additional_images)$/, 'Picture'],
      [/^(?:additional_attributes|configurable_variations|weight)$/, 'specifications'],
    ],
    read: readMagento,
  },
  {
    name: 'PrestaShop',
    roles: [
      [/^name ?\*?$/, 'Name'],
      [/^reference(?: ?#)?$/, 'Order code'],
      [/^categor(?:y|ies).*$/, 'Category, Type'],
      [/^(?:summary|short description)$/, 'Short description'],
      [/^description$/, 'Description'],
      [/^url rewritten$/, 'Id'],
      [/^image urls.*$/, 'Picture'],
      [/^(?:feature ?\(.*\)|manufacturer|brand|width|height|depth|weight)$/, 'specifications'],
    ],
    read: readPrestaShop,
  },
  {
    name: 'Odoo',
    roles: [
      [/^(?:name|product name|product)$/, 'Name'],
      [/^(?:internal reference|default_code|product_variant_ids\/default_code)$/, 'Order code'],
      [categoryHeading, 'Category, Type'],
      [
        /^(?:sales description|description for customers|description_sale|description_ecommerce)$/,
        'Description',
      ],
      [
        /^(?:product attributes ?\/.*|product values|attribute_line_ids\/(?:attribute|value)_ids?(?:\/(?!\.?id$).*)?|variant values|attribute values|product values|product_template_variant_value_ids|product_template_attribute_value_ids|weight|volume)$/,
        'specifications',
      ],
    ],
    read: readOdoo,
  },
]

/** @returns the system that has written a table with these headings */
export function systemOf(headings: readonly string[]): System | undefined {
  const name = systemNameOf(headings)
  return systems.find((system) => system.name === name)
}
