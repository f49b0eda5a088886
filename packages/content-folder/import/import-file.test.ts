import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Product } from '../folder/assemble.ts'
import { formatProblem } from '../folder/folder-files.ts'
import { readFolder } from '../folder/folder-reader.ts'
import { listPostRows } from '../folder/rows.ts'
import { exportCatalogue, writeSheets } from '../folder/table/export-catalogue.ts'
import { importFile } from './import-file.ts'
import { makeFolder } from '../../../tests/support/small-sample.ts'

/** Imports a file of this content into a folder, and reads the folder. */
async function imported(
  name: string,
  data: string | Buffer,
  into = path.join(makeFolder(), 'site'),
) {
  const file = path.join(makeFolder(), name)
  writeFileSync(file, data)
  const lines: string[] = []
  await importFile(file, into, false, (line) => lines.push(line))
  const { content, problems } = await readFolder(into)
  const types = content.categories.flatMap((category) =>
    category.types.map((type) => ({ path: [category.En.title, type.En.title], type })),
  )
  return {
    into,
    lines,
    said: lines.join('\n'),
    content,
    problems: problems.map(formatProblem),
    published: JSON.stringify([...listPostRows(content)]),
    paths: types.map(({ path: names }) => names.join(' > ')),
    products: types.flatMap(({ type }) => type.products),
  }
}

const csvOf = (rows: string[][], sign = ',') =>
  rows.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(sign)).join('\r\n')

/** Rows of cells by their headings, below the headings. */
function table(headings: string[], ...rows: Record<string, string>[]): string[][] {
  return [headings, ...rows.map((row) => headings.map((heading) => row[heading] ?? ''))]
}

const codesOf = (products: Product[]) =>
  products.map(({ En, variants }) => [En.title, variants.map(({ code }) => code)])
const specsOf = ({ specs }: Pick<Product, 'specs'>) =>
  Object.fromEntries(specs.map(({ name, value, unit }) => [name.En, unit ? [value, unit] : value]))

const wooHeadings = [
  ...[
    'ID',
    'Type',
    'SKU',
    'Name',
    'Published',
    'Is featured?',
    'Visibility in catalog',
    'Short description',
  ],
  ...[
    'Description',
    'Tax status',
    'Stock',
    'Weight (kg)',
    'Regular price',
    'Categories',
    'Images',
    'Parent',
  ],
  ...['Attribute 1 name', 'Attribute 1 value(s)', 'Attribute 1 visible', 'Meta: _supplier'],
]
const wooRows = table(
  wooHeadings,
  {
    ...{ ID: '10', Type: 'variable', SKU: 'MCB', Name: 'Breaker &amp; base', Published: '1' },
    ...{
      Categories: 'Protection > Breakers, Protection',
      Description: '<p>One</p><ul><li>Two</li></ul>',
    },
    ...{
      'Attribute 1 name': 'Rated current',
      'Attribute 1 value(s)': '16 A, 32 A',
      'Regular price': '98765',
    },
    ...{ Images: 'https://shop.example/a/mcb.jpg?x=1, https://shop.example/b/mcb.jpg' },
  },
  {
    ...{
      ID: '11',
      Type: 'variation',
      SKU: 'MCB-16',
      Name: 'Breaker - 16 A',
      Published: '1',
      Parent: 'MCB',
    },
    ...{ 'Attribute 1 name': 'Rated current', 'Attribute 1 value(s)': '16 A', Stock: '43210' },
  },
  {
    ...{
      ID: '12',
      Type: 'variation',
      SKU: 'MCB-32',
      Name: 'Breaker - 32 A',
      Published: '1',
      Parent: 'id:10',
    },
    ...{
      'Attribute 1 name': 'Rated current',
      'Attribute 1 value(s)': '32 A',
      'Meta: _supplier': 'Geheim',
    },
  },
  {
    ...{
      ID: '13',
      Type: 'simple',
      SKU: 'RAIL',
      Name: 'Rail',
      Published: '1',
      Categories: 'Accessories',
    },
    ...{
      'Short description': '<b>35 mm</b>',
      'Weight (kg)': '0.4',
      Images: 'https://shop.example/rail.png, https://shop.example/i?id=7',
    },
    ...{ 'Attribute 1 name': 'Cost', 'Attribute 1 value(s)': '77777' },
  },
  {
    ...{
      ID: '16',
      Type: 'simple',
      SKU: 'BOX',
      Name: 'Box',
      Published: '1',
      Categories: 'Accessories',
    },
    ...{ 'Attribute 1 name': 'Type', 'Attribute 1 value(s)': 'Surface' },
  },
  { ID: '14', Type: 'simple', SKU: 'DRAFT', Name: 'Draft', Published: '-1' },
  { ID: '15', Type: 'simple', Name: 'Hidden', Published: '1', 'Visibility in catalog': 'hidden' },
)

describe('F63: exports of other programs become products', () => {
  test('WooCommerce: variations are order codes, categories paths, nothing commercial', async () => {
    const { products, paths, problems, published, said, into } = await imported(
      'wc.csv',
      csvOf(wooRows),
    )
    expect(codesOf(products)).toEqual([
      ['Breaker & base', ['MCB-16', 'MCB-32']],
      ['Rail', ['RAIL']],
      ['Box', ['BOX']],
    ])
    expect(paths).toEqual(['Protection > Breakers', 'Accessories > Accessories'])
    const [breaker, rail, box] = products
    // An attribute may have the name of one of our columns.
    expect(specsOf(box!)).toEqual({ Type: 'Surface' })
    expect(specsOf(breaker!)).toEqual({ 'Rated current': '16 A, 32 A' })
    expect(specsOf(rail!)).toEqual({ Weight: ['0.4', 'kg'] })
    expect(breaker?.En.details).toMatch(/^One\n\n- +Two$/)
    expect(rail?.En.subTitle).toBe('35 mm')
    expect(published).not.toMatch(/98765|43210|Geheim|77777|Draft|Hidden|variable|taxable/)
    expect(said).toContain('WooCommerce export: 3 products, 4 order codes, 2 categories')
    expect(said).toMatch(/look commercial: .*Regular price.*Cost/)
    expect(said).toContain('1 drafts, 1 hidden products')
    expect(readFileSync(path.join(into, 'pictures-woocommerce.txt'), 'utf8')).toBe(
      'mcb.jpg\thttps://shop.example/a/mcb.jpg?x=1\nmcb-2.jpg\thttps://shop.example/b/mcb.jpg\nrail.png\thttps://shop.example/rail.png\ni.jpg\thttps://shop.example/i?id=7\n',
    )
    // The pictures are still to be fetched.
    expect(said).toContain('4 mistakes, of which 4 are pictures that are not there yet')
    expect(problems.every((problem) => problem.includes('there is no file'))).toBe(true)
  })

  test('WooCommerce in Arabic has translated headings, and the same columns', async () => {
    const names = [
      ...[
        'المعرّف',
        'النوع',
        'رمز المنتج',
        'الاسم',
        'منشور',
        'مميز؟',
        'الظهور في الكتالوج',
        'وصف قصير',
        'الوصف',
      ],
      ...[
        'بداية التخفيض',
        'نهاية التخفيض',
        'حالة الضريبة',
        'فئة الضريبة',
        'متوفر؟',
        'المخزون',
        'الطلب المسبق؟',
      ],
      ...[
        'يباع منفردًا؟',
        'الوزن (كجم)',
        'الطول (سم)',
        'العرض (سم)',
        'الارتفاع (سم)',
        'السماح بالتقييم؟',
      ],
      ...[
        'ملاحظة الشراء',
        'سعر التخفيض',
        'السعر العادي',
        'التصنيفات',
        'الوسوم',
        'فئة الشحن',
        'الصور',
      ],
      ...[
        'حد التنزيل',
        'انتهاء التنزيل',
        'الأصل',
        'مجمعة',
        'بيع إضافي',
        'بيع متقاطع',
        'رابط',
        'زر',
        'الترتيب',
      ],
      ...['اسم السمة 1', 'قيم السمة 1', 'السمة 1 ظاهرة', 'السمة 1 عامة'],
    ]
    const row = (cells: Record<string, string>) => ({
      ...{
        منشور: '1',
        'الظهور في الكتالوج': 'visible',
        'حالة الضريبة': 'taxable',
        'السعر العادي': '98765',
      },
      ...cells,
    })
    const rows = table(
      names,
      row({
        ...{
          المعرّف: '1',
          النوع: 'variable',
          'رمز المنتج': 'MCB',
          الاسم: 'قاطع',
          التصنيفات: 'حماية > قواطع',
        },
        ...{ الصور: 'https://x.example/a.jpg', 'اسم السمة 1': 'التيار', 'قيم السمة 1': '16, 32' },
        'الوزن (كجم)': '0.2',
      }),
      row({
        ...{
          المعرّف: '2',
          النوع: 'variation',
          'رمز المنتج': 'MCB-16',
          الاسم: 'قاطع - 16',
          الأصل: 'MCB',
        },
        ...{ 'اسم السمة 1': 'التيار', 'قيم السمة 1': '16' },
      }),
    )
    const { products, paths, said, published } = await imported('wc.csv', csvOf(rows))
    expect(said).toContain('WooCommerce export: 1 product, 1 order code')
    expect(codesOf(products)).toEqual([['قاطع', ['MCB-16']]])
    expect(paths).toEqual(['حماية > قواطع'])
    expect(specsOf(products[0]!)).toEqual({ التيار: '16, 32', الوزن: ['0.2', 'كجم'] })
    expect(published).not.toContain('98765')
  })

  test('Shopify: rows of one handle are variants and pictures', async () => {
    const headings = [
      ...[
        'Handle',
        'Title',
        'Body (HTML)',
        'Vendor',
        'Product Category',
        'Type',
        'Published',
        'Option1 Name',
      ],
      ...[
        'Option1 Value',
        'Variant SKU',
        'Variant Price',
        'Image Src',
        'Variant Image',
        'Cost per item',
      ],
      ...['Voltage (product.metafields.custom.voltage)', 'Status'],
    ]
    const rows = table(
      headings,
      {
        ...{
          Handle: 'lamp',
          Title: 'Lamp',
          'Body (HTML)': '<p>Bright<br>light</p>',
          Vendor: 'Acme',
          Type: 'Lamps',
        },
        ...{ 'Product Category': 'Lighting > Lamps', Published: 'TRUE', Status: 'active' },
        ...{
          'Option1 Name': 'Colour',
          'Option1 Value': 'Red',
          'Variant SKU': "'001",
          'Variant Price': '98765',
        },
        ...{ 'Image Src': 'https://cdn.example/lamp.jpg', 'Cost per item': '43210' },
        'Voltage (product.metafields.custom.voltage)': '230 V',
      },
      { Handle: 'lamp', 'Option1 Value': 'Blue', 'Variant SKU': '002', 'Variant Price': '98765' },
      { Handle: 'lamp', 'Image Src': 'https://cdn.example/lamp-2.jpg' },
      {
        ...{ Handle: 'plug', Title: 'Plug', Type: 'Plugs', Published: 'TRUE', Status: 'active' },
        ...{ 'Option1 Name': 'Title', 'Option1 Value': 'Default Title', 'Variant SKU': 'P-1' },
      },
      { Handle: 'old', Title: 'Old', Published: 'TRUE', Status: 'archived', 'Variant SKU': 'O-1' },
      { Handle: 'old', 'Option1 Value': 'x', 'Variant SKU': 'O-2' },
    )
    const { products, paths, published, said } = await imported('products_export.csv', csvOf(rows))
    expect(codesOf(products)).toEqual([
      ['Lamp', ['001', '002']],
      ['Plug', ['P-1']],
    ])
    expect(products.map(({ id }) => id)).toEqual(['lamp', 'plug'])
    expect(paths).toEqual(['Lighting > Lamps', 'Plugs > Plugs'])
    expect(specsOf(products[0]!)).toEqual({ Voltage: '230 V', Colour: 'Red, Blue' })
    expect(specsOf(products[1]!)).toEqual({})
    expect(published).not.toMatch(/98765|43210|Default Title|"Old"|Vendor/)
    expect(said).toContain('1 archived products')
  })

  test('Odoo: codes, categories without the roots, attributes, no cost', async () => {
    const headings = [
      ...[
        'External ID',
        'Name',
        'Product Type',
        'Internal Reference',
        'Sales Price',
        'Cost',
        'Weight',
      ],
      ...[
        'Sales Description',
        'Product Category',
        'Product Attributes / Attribute',
        'Product Attributes / Values',
      ],
      ...['Internal Notes', 'Can be Sold'],
    ]
    const rows = table(
      headings,
      {
        ...{
          Name: 'محول',
          'Internal Reference': '00123',
          'Sales Price': '98765',
          Cost: '43210',
          Weight: '12',
        },
        ...{
          'Product Category': 'All / Saleable / محولات',
          'Sales Description': 'نص',
          'Can be Sold': 'TRUE',
        },
        ...{
          'Product Attributes / Attribute': 'Colour',
          'Product Attributes / Values': 'Red,Blue',
        },
        'Internal Notes': 'Geheim',
      },
      { 'Product Attributes / Attribute': 'Size', 'Product Attributes / Values': 'S,M' },
      { Name: 'Service', 'Product Category': 'All', 'Can be Sold': 'FALSE' },
    )
    const workbook = await writeSheets([
      {
        name: 'Template',
        columns: headings,
        rows: rows
          .slice(1)
          .map((row) =>
            Object.fromEntries(headings.map((heading, at) => [heading, row[at] ?? ''])),
          ),
      },
    ])
    const inArabic: Record<string, string> = {
      ...{
        Name: 'الاسم',
        'Internal Reference': 'المرجع الداخلي',
        'Sales Price': 'سعر البيع',
        Cost: 'التكلفة',
      },
      ...{ 'Product Category': 'فئة المنتج', 'Can be Sold': 'يمكن بيعه' },
    }
    const [, ...below] = rows
    const arabic = csvOf([headings.map((heading) => inArabic[heading] ?? heading), ...below])
    for (const file of [csvOf(rows), arabic, workbook]) {
      const name = typeof file === 'string' ? 'product.csv' : 'product.xlsx'
      const { products, paths, published } = await imported(name, file)
      expect(codesOf(products)).toEqual([['محول', ['00123']]])
      expect(paths).toEqual(['محولات > محولات'])
      expect(specsOf(products[0]!)).toEqual({
        Weight: ['12', 'kg'],
        Colour: 'Red, Blue',
        Size: 'S, M',
      })
      expect(published).not.toMatch(/98765|43210|Geheim|Service/)
    }
  })

  test('Magento: configurable products have their children as order codes, store views are translations', async () => {
    const headings = [
      ...[
        'sku',
        'store_view_code',
        'attribute_set_code',
        'product_type',
        'categories',
        'name',
        'description',
        'price',
      ],
      ...[
        'cost',
        'visibility',
        'product_online',
        'additional_attributes',
        'configurable_variations',
        'base_image',
        'url_key',
      ],
    ]
    const child = {
      product_type: 'simple',
      visibility: 'Not Visible Individually',
      product_online: '1',
    }
    const rows = table(
      headings,
      {
        sku: 'C-16',
        name: 'Contactor 16',
        ...child,
        additional_attributes: 'coil=24 V,rated_current=16 A',
      },
      {
        sku: 'C-32',
        name: 'Contactor 32',
        ...child,
        additional_attributes: 'coil=24 V,rated_current=32 A',
      },
      {
        ...{
          sku: 'C',
          name: 'Contactor',
          product_type: 'configurable',
          visibility: 'Catalog, Search',
        },
        ...{
          categories: 'Default Category/Motors,Default Category/Motors/Contactors',
          price: '98765',
          cost: '43210',
        },
        ...{
          description: '<p>Text <b>bold</b></p>',
          base_image: '/c/o/contactor.jpg',
          url_key: 'contactor',
        },
        ...{
          additional_attributes: 'standard="IEC 60947, part 4",material=Steel|Copper',
          product_online: '1',
        },
        configurable_variations: 'sku=C-16,rated_current=16 A|sku=C-32,rated_current=32 A',
      },
      { sku: 'C', store_view_code: 'ar', name: 'ملامس', description: 'نص' },
      { sku: 'OFF', name: 'Off', product_type: 'simple', product_online: '2' },
    )
    const { products, paths, published } = await imported('catalog_product.csv', csvOf(rows))
    expect(codesOf(products)).toEqual([['Contactor', ['C-16', 'C-32']]])
    expect(products[0]?.Ar).toMatchObject({ title: 'ملامس', details: 'نص' })
    expect(products[0]?.En.details).toBe('Text **bold**')
    expect(paths).toEqual(['Motors > Contactors'])
    expect(specsOf(products[0]!)).toEqual({
      ...{ Standard: 'IEC 60947, part 4', Material: 'Steel, Copper', Coil: '24 V' },
      'Rated current': '16 A, 32 A',
    })
    expect(published).not.toMatch(/98765|43210|"Off"/)
  })

  test('WooCommerce in any language: the columns are known by their order', async () => {
    const headings = [
      ...['Nr', 'Typ', 'Artikelnr.', 'Name', 'Online', 'Top?', 'Sichtbar', 'Kurztext', 'Text'],
      ...['Ab', 'Bis', 'Steuer', 'Steuerart', 'Vorhanden?', 'Menge', 'Gering', 'Nachlieferung?'],
      ...['Einzeln?', 'Gewicht (kg)', 'Länge (cm)', 'Breite (cm)', 'Höhe (cm)', 'Rezensionen?'],
      ...['Anmerkung', 'Angebot', 'Normal', 'Kategorien', 'Worte', 'Versand', 'Bilder', 'Limit'],
      ...['Ablauf', 'Gehört zu', 'Gruppe', 'Zusatz', 'Quer', 'URL', 'Knopf', 'Position'],
      ...['Merkmal 1 Name', 'Merkmal 1 Wert(e)', 'Merkmal 1 sichtbar', 'Merkmal 1 global'],
      ...['Meta: _einkauf', 'Download 1 Name', 'Download 1 URL'],
    ]
    const all = { Sichtbar: 'visible', Steuer: 'taxable', Menge: '98765', Normal: '43210' }
    const rows = table(
      headings,
      {
        ...{ ...all, Nr: '1', Typ: 'variable', 'Artikelnr.': 'R', Name: 'Relais', Online: '1' },
        ...{ Kategorien: 'Schalten > Relais', 'Gewicht (kg)': '0.1', 'Meta: _einkauf': 'Geheim' },
        ...{ 'Merkmal 1 Name': 'Spule', 'Merkmal 1 Wert(e)': '24 V, 230 V' },
      },
      {
        ...{ ...all, Nr: '2', Typ: 'variation', 'Artikelnr.': 'R-24', Name: 'R', Online: '1' },
        ...{ 'Gehört zu': 'R', 'Merkmal 1 Name': 'Spule', 'Merkmal 1 Wert(e)': '24 V' },
      },
      { ...all, Nr: '3', Typ: 'simple', 'Artikelnr.': 'E-1', Name: 'Entwurf', Online: '-1' },
    )
    const { products, paths, published, into } = await imported('wc.csv', csvOf(rows))
    expect(codesOf(products)).toEqual([['Relais', ['R-24']]])
    expect(paths).toEqual(['Schalten > Relais'])
    expect(specsOf(products[0]!)).toEqual({ Spule: '24 V, 230 V', Gewicht: ['0.1', 'kg'] })
    expect(published).not.toMatch(/98765|43210|Geheim|Entwurf|variable|taxable/)

    writeFileSync(path.join(into, 'products.csv'), csvOf(rows))
    expect((await readFolder(into)).problems.map(formatProblem)).toContainEqual(
      expect.stringMatching(/^products.csv: is an export of WooCommerce/),
    )
    const some = rows.map((row) =>
      ['Typ', 'Sichtbar', 'Name', 'Normal'].map((name) => row[headings.indexOf(name)]!),
    )
    await expect(imported('wc.csv', csvOf(some))).rejects.toThrow(/WooCommerce.*not in English/)
  })

  test('Odoo in Arabic: what cannot be sold stays out, and so does what is on hand', async () => {
    const rows = [
      ['الاسم', 'المرجع الداخلي', 'فئة المنتج', 'سعر البيع', 'الكمية في اليد', 'يمكن بيعه'],
      ['قاطع', 'CB-1', 'الكل / قابل للبيع / قواطع', '43210', '98765', 'TRUE'],
      ['خدمة', 'S-1', 'الكل', '43210', '98765', 'FALSE'],
    ]
    const { products, paths, published } = await imported('product.csv', csvOf(rows))
    expect(codesOf(products)).toEqual([['قاطع', ['CB-1']]])
    expect(paths).toEqual(['قواطع > قواطع'])
    expect(published).not.toMatch(/98765|43210|خدمة/)
  })

  test('Odoo with technical names: names of records are no categories', async () => {
    const rows = [
      ['id', 'name', 'default_code', 'categ_id/id', 'standard_price', 'weight'],
      ['__export__.t_1', 'Fuse', 'F-1', '__export__.product_category_3', '43210', '0.5'],
    ]
    const { products, paths, said } = await imported('product.csv', csvOf(rows))
    expect(paths).toEqual(['Products > Products'])
    expect(specsOf(products[0]!)).toEqual({ Weight: ['0.5', 'kg'] })
    expect(said).not.toContain('→ Category')
  })

  test('Shopify: variants without a code are told as a specification, before the metafield of its name', async () => {
    const headings = ['Handle', 'Title', 'Option1 Name', 'Option1 Value', 'Variant Price']
    const rows = table(
      [...headings, 'Size (product.metafields.shopify.size)'],
      {
        ...{ Handle: 'pot', Title: 'Pot', 'Option1 Name': 'Size', 'Option1 Value': 'S' },
        'Size (product.metafields.shopify.size)': 'small; large',
      },
      { Handle: 'pot', 'Option1 Value': 'L', 'Variant Price': '98765' },
    )
    const { products } = await imported('products.csv', csvOf(rows))
    expect(specsOf(products[0]!)).toEqual({ Size: 'S, L' })
  })

  test('Magento: pictures keep their folders, and a category is not counted with those above it', async () => {
    const rows = table(
      ['sku', 'store_view_code', 'product_type', 'name', 'categories', 'base_image', 'price'],
      {
        ...{ sku: 'C', product_type: 'simple', name: 'Clamp', base_image: '/c/l/clamp.png' },
        categories: 'Default Category/Gear,Default Category/Gear/Clamps',
      },
      { sku: 'C', store_view_code: 'de', name: 'Klemme' },
    )
    const { problems, said } = await imported('catalog_product.csv', csvOf(rows))
    expect(problems).toEqual([expect.stringContaining('"c/l/clamp.png"')])
    expect(said).not.toContain('in several categories')
    expect(said).toContain('Left out: 1 texts of store views in a further language')
  })

  test('PrestaShop: semicolons, features, the first category', async () => {
    const headings = [
      ...[
        'Product ID',
        'Active (0/1)',
        'Name *',
        'Categories (x,y,z...)',
        'Price tax excluded',
        'Wholesale price',
      ],
      ...['Reference #', 'Supplier', 'Summary', 'Description', 'Image URLs (x,y,z...)', 'Quantity'],
      'Feature(Name:Value:Position)',
    ]
    const rows = table(
      headings,
      {
        ...{
          'Active (0/1)': '1',
          'Name *': 'Meter',
          'Categories (x,y,z...)': 'Home,Measuring',
          'Reference #': 'M-1',
        },
        ...{
          'Wholesale price': '43210',
          Supplier: 'Geheim',
          Quantity: '98765',
          Description: '<p>Text</p>',
        },
        'Feature(Name:Value:Position)': 'Class:0.5:1,Display:LCD:2',
        'Image URLs (x,y,z...)': 'https://shop.example/m.jpg',
      },
      { 'Active (0/1)': '0', 'Name *': 'Old', 'Reference #': 'O-1' },
    )
    const { products, paths, published } = await imported('products_import.csv', csvOf(rows, ';'))
    expect(codesOf(products)).toEqual([['Meter', ['M-1']]])
    expect(paths).toEqual(['Measuring > Measuring'])
    expect(specsOf(products[0]!)).toEqual({ Class: '0.5', Display: 'LCD' })
    expect(published).not.toMatch(/98765|43210|Geheim|"Old"/)
  })

  test('a table with any headings: they tell what a column is, or else its cells', async () => {
    const rows = [
      ['Price list 2026', '', '', '', '', '', ''],
      ['Warengruppe', 'Art.', 'Bezeichnung', 'Strom (A)', 'Einkaufspreis', 'Bild', 'created_at'],
      ...Array.from({ length: 12 }, (_, at) => [
        at < 6 ? 'Schalter' : 'Stecker',
        `AB-${100 + at}`,
        `Gerät Nummer ${'abcdefghijkl'[at]}`,
        `${at + 6}`,
        '43210',
        `https://x.example/${at}.jpg`,
        '2026-01-02',
      ]),
    ]
    const { products, paths, published, said } = await imported('liste.csv', csvOf(rows, ';'))
    expect(products).toHaveLength(12)
    expect(codesOf(products)[0]).toEqual(['Gerät Nummer a', ['AB-100']])
    expect(paths).toEqual(['Schalter > Schalter', 'Stecker > Stecker'])
    expect(specsOf(products[0]!)).toEqual({ Strom: ['6', 'A'] })
    expect(published).not.toMatch(/43210|2026-01-02/)
    expect(said).toContain('Bezeichnung → name')
    expect(said).toContain('Art. → code')
  })

  test('a table of an ERP: a short description is the name, and notes and places stay out', async () => {
    const rows = [
      ['productID', 'partNumber', 'description', 'section', 'numPoles', 'location', 'Notes'],
      ['1', 'A-100', 'Breaker 16 A', 'ENC', '1', 'Bin 98765', 'Geheim'],
      ['2', 'A-200', 'Breaker 32 A', 'PAN', '3', 'Bin 98766', ''],
    ]
    const { products, published, said } = await imported('stock.csv', csvOf(rows))
    expect(codesOf(products)).toEqual([
      ['Breaker 16 A', ['A-100']],
      ['Breaker 32 A', ['A-200']],
    ])
    expect(specsOf(products[0]!)).toEqual({ section: 'ENC', 'Num Poles': '1' })
    expect(published).not.toMatch(/9876|Geheim|productID/)
    expect(said).toContain('description → name')
  })

  test('an Arabic list: what is planned, and amounts of money, stay out', async () => {
    const rows = [
      ['كود الصنف', 'اسم الصنف', 'حد الطلب', 'الكمية المطلوبة', 'النولون ج.م', 'عدد الأقطاب'],
      ['CB-1', 'قاطع آلي', '98765', '98766', '98767', '3'],
    ]
    const { products, published } = await imported('list.csv', csvOf(rows))
    expect(products[0]?.specs.map(({ name, value }) => [name.Ar, value])).toEqual([
      ['عدد الأقطاب', '3'],
    ])
    expect(published).not.toContain('9876')
  })
})

describe('a folder in which an import has been', () => {
  test('is updated, but for what a person has changed', async () => {
    const first = await imported('wc.csv', csvOf(wooRows))
    const changed = wooRows.map((row) => row.map((cell) => (cell === 'Rail' ? 'Rail 2' : cell)))
    const second = await imported('wc.csv', csvOf(changed), first.into)
    expect(second.products.map(({ En }) => En.title)).toEqual(['Breaker & base', 'Rail 2', 'Box'])

    const columns = ['Category', 'Type', 'Name', 'Order code']
    writeFileSync(
      path.join(first.into, 'products.xlsx'),
      await writeSheets([
        {
          name: 'Products',
          columns,
          rows: [{ Category: 'A', Type: 'B', Name: 'Mine', 'Order code': 'RAIL' }],
        },
      ]),
    )
    const third = await imported('wc.csv', csvOf(wooRows), first.into)
    expect(third.products.map(({ En }) => En.title)).toEqual(['Mine'])
    expect(third.said).toMatch(
      /products.xlsx has been changed since the last import, so it stays as it is: 1 rows changed \(RAIL\), 4 removed/,
    )
  })

  test('keeps a file that no import has written, and has nothing half-written', async () => {
    const into = makeFolder()
    writeFileSync(path.join(into, 'products.xlsx'), 'mine')
    const { said } = await imported('wc.csv', csvOf(wooRows), into)
    expect(said).toContain('products.xlsx was there before, so it stays as it is')
    expect(readFileSync(path.join(into, 'products.xlsx'), 'utf8')).toBe('mine')
    expect(readdirSync(into).filter((name) => name.endsWith('.part'))).toEqual([])
  })

  test('keeps the products of another system', async () => {
    const { into } = await imported('wc.csv', csvOf(wooRows))
    const list = csvOf([
      ['Name', 'Order code'],
      ['Lamp', 'L-1'],
    ])
    const second = await imported('list.csv', list, into)
    expect(second.said).toContain('has the products of an import of WooCommerce')
    expect(second.products).toHaveLength(3)
    mkdirSync(path.join(into, 'products'))
    renameSync(path.join(into, 'products.xlsx'), path.join(into, 'products/shop.xlsx'))
    expect((await imported('list.csv', list, into)).products).toHaveLength(4)
  })

  test('opens commercial columns that its settings name', async () => {
    const into = makeFolder()
    writeFileSync(path.join(into, 'settings.yaml'), 'publicColumns: [Cost]\n')
    const { products } = await imported('wc.csv', csvOf(wooRows), into)
    expect(specsOf(products[1]!)).toEqual({ Cost: '77777', Weight: ['0.4', 'kg'] })
  })
})

test('a table whose columns have the names of an object’s members, and more than a sheet can have', async () => {
  const many = Array.from({ length: 1_000 }, (_, at) => `S ${at}`)
  const headings = ['Name', 'Order code', 'constructor', 'toString', ...many]
  const row = headings.map((heading) => (heading === 'Name' ? 'constructor' : 'x'))
  const { products, said } = await imported('odd.csv', csvOf([headings, row]))
  const specs = specsOf(products[0]!)
  expect(Object.entries(specs).slice(0, 2)).toEqual([
    ['constructor', 'x'],
    ['To String', 'x'],
  ])
  expect(said).toContain('102 specifications are left out')
})

test('two rows of headings: what is below a commercial group is left out', async () => {
  const rows = [
    ['', '', 'Data', '', 'Prices', ''],
    ['Name', 'Order code', 'Poles', 'Colour', 'Local', 'Export'],
    ['MCB', 'M-1', '1', 'red', '4321', '5432'],
  ]
  const { products, published, said } = await imported('list.csv', csvOf(rows))
  expect(specsOf(products[0]!)).toEqual({ Poles: '1', Colour: 'red' })
  expect(published).not.toMatch(/4321|5432/)
  expect(said).toContain('commercial: Prices – Local, Prices – Export')
})

test('a workbook that our own export has written needs no import', async () => {
  const { content } = await imported('wc.csv', csvOf(wooRows))
  await expect(imported('own.xlsx', await exportCatalogue(content))).rejects.toThrow(
    'put it into the folder as products.xlsx',
  )
})

test('a folder in the place of a file, and a file in the place of a folder, are told', async () => {
  const folder = makeFolder()
  await expect(importFile(folder, path.join(folder, 'a'), false, () => {})).rejects.toThrow(
    'is a folder',
  )
  writeFileSync(path.join(folder, 'file'), '')
  const list = csvOf([
    ['Name', 'Order code'],
    ['MCB', 'M-1'],
  ])
  const into = path.join(folder, 'file')
  await expect(imported('a.csv', list, into)).rejects.toThrow('it is a file, not a folder')
})

test.each([
  ['long.csv', `Name,Code\n${'a'.repeat(2_000_001)},1\n`, 'has a row of more than 2000000 letters'],
  ['empty.csv', '', 'is empty'],
  ['numbers.csv', '1,2\n3,4\n', 'has no table'],
  ['open.csv', 'Name,Code\n"open,1\n', 'is not closed'],
  ['login.csv', '<!doctype html>\n<p>Hello, you, sign in</p>\n<p>a,b</p>\n', 'is a web page'],
  ['binary.csv', 'a\0b', 'is no text'],
  ['locked.xlsx', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'without a password'],
  ['none.csv', 'Colour,Size\n1,2\n', 'has no products'],
])('%s is told in one sentence, and nothing is written', async (name, data, message) => {
  const into = path.join(makeFolder(), 'site')
  await expect(imported(name, data, into)).rejects.toThrow(message)
  expect(existsSync(into)).toBe(false)
})

test('an export that is put into the folder is named, with the command, and makes no products', async () => {
  const folder = makeFolder()
  writeFileSync(path.join(folder, 'products.csv'), csvOf(wooRows))
  writeFileSync(path.join(folder, 'wc-product-export.csv'), csvOf(wooRows))
  const start = '<?xml version="1.0"?><rss xmlns:wp="http://wordpress.org/export/1.2/"></rss>'
  writeFileSync(path.join(folder, 'site.WordPress.2026-01-01.xml'), start)
  const { content, problems } = await readFolder(folder)
  expect(content.categories).toEqual([])
  const told = problems.map(formatProblem)
  expect(told).toEqual([
    expect.stringMatching(/^products.csv: is an export of WooCommerce.*content -- import/),
    expect.stringMatching(/^site.WordPress.2026-01-01.xml: is an export of WordPress/),
    expect.stringMatching(/^wc-product-export.csv: is an export of WooCommerce/),
  ])
})
