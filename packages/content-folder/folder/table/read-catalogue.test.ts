import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { exportCatalogue, writeSheets } from './export-catalogue.ts'
import { formatProblem, sampleFolder } from '../folder-files.ts'
import { readFolder } from '../folder-reader.ts'
import type { Product } from '../assemble.ts'
import { listPostRows } from '../rows.ts'
import { workbookWith } from '../../../../tests/support/make-workbook.ts'
import { sampleContent } from '../../../../tests/support/sample-content.ts'
import { isWholeRun } from '../../../../tests/support/test-size.ts'
import { makeFolder } from '../../../../tests/support/small-sample.ts'

/** A folder with a workbook of one sheet, whose first row has the names of the columns. */
async function folderWith(rows: string[][], sheet = 'Products') {
  const folder = makeFolder()
  const [columns = [], ...others] = rows
  const cells = others.map((row) =>
    Object.fromEntries(columns.map((column, at) => [column, row[at] ?? ''])),
  )
  writeFileSync(
    path.join(folder, 'products.xlsx'),
    await writeSheets([{ name: sheet, columns, rows: cells }]),
  )
  return folder
}

async function read(rows: string[][]) {
  const { content, problems } = await readFolder(await folderWith(rows))
  return { categories: content.categories, problems: problems.map(formatProblem) }
}

const specsOf = ({ specs }: Pick<Product, 'specs'>) =>
  Object.fromEntries(specs.map(({ name, value, unit }) => [name.En, unit ? [value, unit] : value]))

test('the sample’s 141 products are the same after a way through a spreadsheet', async () => {
  const content = sampleContent
  const folder = makeFolder()
  cpSync(sampleFolder, folder, { recursive: true })
  for (const name of ['products', 'specifications.yaml']) {
    rmSync(path.join(folder, name), { recursive: true })
  }
  writeFileSync(path.join(folder, 'products.xlsx'), await exportCatalogue(content))
  const again = await readFolder(folder)
  expect(again.problems).toEqual([])

  // The columns of a type have one order, in which the specifications of an order code may change places.
  const rowsOf = (from: typeof content) =>
    [...listPostRows(from)].map(({ type, language, detailItem, listItem }) => {
      const sorted = [listItem, detailItem].map((json) => {
        const { postVariants = [], ...post } = JSON.parse(json) as Wire
        const variants = postVariants.map(({ code, specs, availability }) => [
          code,
          availability,
          specs.map((spec) => JSON.stringify(spec)).toSorted(),
        ])
        return { ...post, variants }
      })
      return { type, language, sorted }
    })
  const products = content.categories.flatMap(({ types }) => types.flatMap((type) => type.products))
  expect(products).toHaveLength(141)
  expect(rowsOf(again.content)).toEqual(rowsOf(content))
  expect(again.content.specifications).toEqual(content.specifications)
})

interface Wire {
  postVariants?: { code: string; specs: unknown[]; availability?: object }[]
}

test.each(['libreoffice', 'openpyxl'])(
  'a workbook of %s, with a title, a chart sheet, a comment, a formula and a hidden sheet',
  async (program) => {
    const folder = makeFolder()
    cpSync(`tests/other-workbooks/${program}.xlsx`, path.join(folder, 'products.xlsx'))
    const { content, problems } = await readFolder(folder)
    // A program that does not calculate leaves a formula without its value.
    const warnings = [expect.stringMatching(/F5: warning: is a formula without its value/)]
    expect(problems.map(formatProblem)).toEqual(program === 'openpyxl' ? warnings : [])
    const [product] = content.categories[0]?.types[0]?.products ?? []
    expect(product?.Ar.title).toBe('قاطع مصغر')
    const codes = product?.variants?.map(({ code, specs }) => [code, specs[0]?.value])
    expect(codes).toEqual([
      ['12345', '63'],
      ['12346', '0.3'],
    ])
  },
)

const awkward = ['00123', '1E5', '4-5', '3/4', '-5', '+966', '=A1', 'TRUE', '2026-05-03']

/** Reads a file of tests/other-workbooks as a catalogue. */
async function readOther(name: string) {
  const folder = makeFolder()
  const file = `products${path.extname(name)}`
  cpSync(`tests/other-workbooks/${name}`, path.join(folder, file))
  const { content, problems } = await readFolder(folder)
  const products = content.categories.flatMap(({ types }) => types.flatMap((type) => type.products))
  return {
    products: products.map(({ variants, specs }) => [variants[0]?.code, specs[0]?.value]),
    problems: problems.map(formatProblem),
  }
}

test.each(['libreoffice', 'gnumeric'])(
  'our workbook that %s has opened and saved has the same order codes',
  async (program) => {
    const { products, problems } = await readOther(`codes-${program}.xlsx`)
    expect(products.map(([code]) => code)).toEqual([...awkward, '123', 'A-1'])
    expect(products.every(([, size]) => size === '3/4')).toBe(true)
    // Texts of these forms are seldom codes.
    expect(problems).toEqual([
      expect.stringMatching(/Awkward!L17: warning: looks like .* \(and in 1 more place\)$/),
    ])
  },
)

test('what LibreOffice has made of our CSV is doubted', async () => {
  const { products, problems } = await readOther('codes-libreoffice.csv')
  expect(products.map(([code]) => code)).toEqual([
    ...['123', '1.00E+05', '4-5', '03/04/26', '-5', '+966', '=A1', 'TRUE', '2026-05-03'],
    ...['456', 'A-1', 'X-1'],
  ])
  expect(problems).toEqual([
    expect.stringMatching(/B3: warning: looks like .* \(and in 3 more places\)$/),
    expect.stringMatching(/C2: warning: is a date among sizes.* \(and in 2 more places\)$/),
  ])
})

test('what Gnumeric has made of our CSV is doubted', async () => {
  const { products, problems } = await readOther('codes-gnumeric.csv')
  expect(products.map(([, size]) => size)).toEqual([
    ...[undefined, undefined, '5-10', '1"', '2', undefined, '1', '1', '1', '1', '1', '1'],
  ])
  expect(problems).toEqual([
    expect.stringMatching(/B5: warning: looks like .* \(and in 2 more places\)$/),
    expect.stringMatching(/C2: warning: is a date among sizes.* \(and in 2 more places\)$/),
  ])
})

test('the template is read without a mistake', async () => {
  const folder = makeFolder()
  cpSync(path.join(sampleFolder, 'products-template.xlsx'), path.join(folder, 'products.xlsx'))
  const { content, problems } = await readFolder(folder)
  expect(problems).toEqual([])
  expect(
    content.categories.map(({ En, types }) => [En.title, types[0]?.products[0]?.variants]),
  ).toEqual([
    [
      'Protection',
      [expect.objectContaining({ code: 'MCB-1P' }), expect.objectContaining({ code: 'MCB-1P-32' })],
    ],
    ['Accessories', [expect.objectContaining({ code: 'TRK-18' })]],
  ])
})

describe('sheets as companies have them', () => {
  test('Arabic columns, empty cells below a category, and order codes as further rows', async () => {
    const { categories, problems } = await read([
      ['الفئة', 'النوع', 'الاسم', 'رمز الطلب', 'الوصف', 'التدفق (m³/h)', 'المادة'],
      ['مضخات', 'غاطسة', 'مضخة NB-40', '', 'نص', '12–40', 'حديد'],
      ['', '', '', 'NB-40-4', '', '12', ''],
      ['', '', '', 'NB-40-9', '', '40', ''],
      ['', '', 'مضخة NB-50', 'NB-50', '', '55', 'برونز'],
      ['', 'سطحية', 'مضخة NS-2', '', '', '', ''],
    ])
    expect(problems).toEqual([])
    expect(categories.map(({ Ar, only }) => [Ar.title, only])).toEqual([['مضخات', 'Ar']])
    const [submersible, surface] = categories[0]?.types ?? []
    const [first, second] = submersible?.products ?? []
    expect(specsOf(first!)).toEqual({ التدفق: ['12–40', 'm³/h'], المادة: 'حديد' })
    expect(first?.Ar.details).toBe('نص')
    expect(first?.variants.map((variant) => [variant.code, specsOf(variant)])).toEqual([
      ['NB-40-4', { التدفق: ['12', 'm³/h'] }],
      ['NB-40-9', { التدفق: ['40', 'm³/h'] }],
    ])
    expect(second?.variants.map(({ code }) => code)).toEqual(['NB-50'])
    expect(surface?.products.map(({ Ar, variants }) => [Ar.title, variants])).toEqual([
      ['مضخة NS-2', []],
    ])
  })

  test('a flat list that repeats the name: the product has what is common, and the range', async () => {
    const rows = Array.from({ length: 10 }, (_, at) => ['Cable', `C-${at}`, `${at + 1}`, 'black'])
    const { categories } = await read([['Product', 'SKU', 'Cores', 'Colour'], ...rows])
    const [product, ...others] = categories[0]?.types[0]?.products ?? []
    expect(others).toEqual([])
    expect(categories[0]?.En.title).toBe('Products')
    expect(specsOf(product!)).toEqual({ Cores: '1–10', Colour: 'black' })
    expect(product?.variants).toHaveLength(10)
    expect(specsOf(product!.variants[3]!)).toEqual({ Cores: '4' })
  })

  test('what can be had is stated of order codes, with a branch by any of its names', async () => {
    const folder = await folderWith([
      ['الاسم', 'رمز الطلب', 'التوفر', 'بتاريخ'],
      ['مضخة', 'P-1', 'متوفر، جدة', '2026-11-28'],
      ['', 'P-2', '14 يومًا', '28/11/2026'],
      ['', 'P-3', '125', '2026-11-28'],
      ['كابل', '', 'متوفر', '2026-11-28'],
    ])
    writeFileSync(
      path.join(folder, 'branches.yaml'),
      '- id: jed\n  Ar: { title: فرع جدة }\n  En: { title: Jeddah branch }\n',
    )
    const { content, problems } = await readFolder(folder)
    const rows = [...listPostRows(content)].filter(({ type, id }) => type === 'Products' && id)
    const statedIn = (asked: string) =>
      rows
        .filter(({ language }) => language === asked)
        .flatMap(({ listItem }) => (JSON.parse(listItem) as Wire).postVariants ?? [])
        .map(({ availability }) => availability)
    const inDays = { state: 'days', days: 14, asOf: '2026-11-28' }
    const there = { state: 'in-stock', asOf: '2026-11-28' }
    expect(statedIn('Ar')).toEqual([{ ...there, branch: 'فرع جدة' }, inDays, undefined])
    expect(statedIn('En')).toEqual([{ ...there, branch: 'Jeddah branch' }, inDays, undefined])
    expect(problems.map(({ place, message }) => [place, message.slice(0, 39)])).toEqual([
      ['Products!C5', 'is left out: the row has no order code,'],
      ['Products!C4', 'must be "in stock", a number of days su'],
    ])
  })

  test('what the row of a product leaves out is what its order codes span', async () => {
    const { categories } = await read([
      ['Name', 'Order code', 'Power (kW)', 'Colour', 'Head (m)'],
      ['Pump', '', '', 'blue', '10–20'],
      ['', 'P-1', '1.5', '', '12'],
      ['', 'P-2', '2.2', '', '18'],
    ])
    const [pump] = categories[0]?.types[0]?.products ?? []
    expect(specsOf(pump!)).toEqual({
      Colour: 'blue',
      Head: ['10–20', 'm'],
      Power: ['1.5, 2.2', 'kW'],
    })
  })

  test('a price list may have a unit of sale, and a level that is a property', async () => {
    const { categories, problems } = await read([
      ['Product', 'SKU', 'Unit', 'Level'],
      ['Cable', 'C-1', 'metre', 'high'],
      ['Plug', 'P-1', 'piece', ''],
    ])
    expect(problems).toEqual([])
    expect(categories[0]?.types[0]?.products.map(specsOf)).toEqual([
      { 'Unit of sale': 'metre', Level: 'high' },
      { 'Unit of sale': 'piece' },
    ])
  })

  test('a category and a type without a picture have that of their first product', async () => {
    const folder = await folderWith([
      ['Category', 'Type', 'Name', 'Picture'],
      ['Pumps', 'Deep', 'NB-1', ''],
      ['', '', 'NB-2', 'b.png'],
    ])
    mkdirSync(path.join(folder, 'images'))
    writeFileSync(path.join(folder, 'images/b.png'), '')
    const { content } = await readFolder(folder)
    expect(content.categories.map(({ image, types }) => [image, types[0]?.image])).toEqual([
      ['b.png', 'b.png'],
    ])
  })

  test('a title above the columns, columns for each language, lists of pictures and files', async () => {
    const folder = makeFolder()
    writeFileSync(
      path.join(folder, 'products.csv'),
      [
        'Price list 2026',
        'Name (Ar),Name (En),Type,Pictures,Files,Colour (Ar),Colour (En)',
        'مقبس,Socket,Sockets,"a b.jpg, c.png","one.pdf, two.pdf | دليل, جديد | Guide",أبيض,white',
      ].join('\n'),
    )
    for (const name of ['images/a b.jpg', 'images/c.png', 'files/one.pdf', 'files/two.pdf']) {
      mkdirSync(path.join(folder, path.dirname(name)), { recursive: true })
      writeFileSync(path.join(folder, name), '')
    }
    const { content, problems } = await readFolder(folder)
    expect(problems).toEqual([])
    expect(content.categories[0]?.types[0]?.products).toMatchObject([
      {
        Ar: { title: 'مقبس' },
        En: { title: 'Socket' },
        image: 'a b.jpg',
        gallery: ['c.png'],
        files: [
          { fileName: 'one.pdf', title: { Ar: 'one', En: 'one' } },
          { fileName: 'two.pdf', title: { Ar: 'دليل, جديد', En: 'Guide' } },
        ],
        specs: [{ name: { Ar: 'Colour', En: 'Colour' }, value: { Ar: 'أبيض', En: 'white' } }],
      },
    ])
  })

  test('a number is what Excel shows, and a CSV file of Arabic Excel is read', async () => {
    const folder = makeFolder()
    const arabic = (text: string) =>
      Buffer.from([...text].map((letter) => windows1256.get(letter) ?? letter.charCodeAt(0)))
    writeFileSync(
      path.join(folder, 'products.csv'),
      arabic('الاسم;رمز الطلب;الوزن (kg)\r\n"قلم; ""أزرق""";P-1;1.10\r\n'),
    )
    const { content, problems } = await readFolder(folder)
    expect(problems).toEqual([])
    const product = content.categories[0]?.types[0]?.products[0]
    expect(product?.Ar.title).toBe('قلم; "أزرق"')
    expect(specsOf(product!)).toEqual({ الوزن: ['1.10', 'kg'] })
  })
})

const windows1256 = new Map(
  Array.from({ length: 128 }, (_, at) => {
    const byte = at + 128
    return [new TextDecoder('windows-1256').decode(Buffer.from([byte])), byte] as const
  }),
)

describe('a mistake is named by its sheet and cell', () => {
  const columns = ['Type', 'Name', 'Id', 'Order code', 'Picture', 'Current (A)']
  const good = ['Breakers', 'MCB', '', 'M-1', '', '16']
  const wrong: [string, string[], string][] = [
    [
      'an id with a slash',
      ['', 'RCD', 'a/b', 'R-1'],
      'products.xlsx, Products!C3: warning: id must be letters',
    ],
    [
      'an order code with a comma',
      ['', 'RCD', '', 'R,1'],
      'products.xlsx, Products!D3: warning: code must be an order code',
    ],
    [
      'a picture outside the folder',
      ['', 'RCD', '', '', '../../a.png'],
      'products.xlsx, Products!E3: warning: image must be the name',
    ],
    [
      'a row without a name',
      ['', '', '', '', '', '25'],
      'products.xlsx, Products, row 3: has no name',
    ],
    [
      'an order code twice',
      ['', 'RCD', '', 'M-1'],
      'products.xlsx, Products!D3: the order code M-1 is already in products.xlsx, Products!D2',
    ],
  ]
  test.each(wrong)('%s', async (_, row, message) => {
    const { problems, categories } = await read([columns, good, row])
    expect(problems).toEqual([expect.stringContaining(message)])
    expect(categories[0]?.types[0]?.products[0]?.En.title).toBe('MCB')
    const isKept = !message.includes('has no name')
    expect(categories[0]?.types[0]?.products).toHaveLength(isKept ? 2 : 1)
  })

  test('addresses of pictures cost no product, and are said once', async () => {
    const rows = ['a', 'b', 'c'].map((name) => ['T', name, '', '', `https://x.example/${name}.jpg`])
    const { problems, categories } = await read([columns, ...rows])
    expect(problems).toEqual([
      expect.stringMatching(
        /^products.xlsx, Products!E2: warning: .* is an address.* \(and in 2 more places\)$/,
      ),
    ])
    expect(categories[0]?.types[0]?.products).toHaveLength(3)
  })

  test('a column of order codes under another name is said once', async () => {
    const { problems } = await read([
      ['الاسم', 'رمز الطلبية', 'اللون'],
      ['مضخة', 'P-1', 'أزرق'],
      ['', 'P-2', 'أزرق'],
      ['', 'P-3', 'أزرق'],
    ])
    expect(problems).toEqual([
      'products.xlsx, Products, row 3: has no name (nor have 1 more rows): write one, or an order code of the product above; no column is named Order code (رمز الطلب)',
    ])
  })

  test('a file that is no workbook, one with a password, and one without products', async () => {
    const folder = await folderWith([
      ['Price', 'Date'],
      ['1', '2'],
    ])
    const { problems } = await readFolder(folder)
    expect(problems.map(formatProblem)).toEqual([
      expect.stringContaining('products.xlsx: has no sheet with products: its first row must name'),
    ])
    const workbook = readFileSync(path.join(folder, 'products.xlsx'))
    for (const bytes of [
      Buffer.from('hello'),
      Buffer.from('d0cf11e0a1b11ae1', 'hex'),
      workbook.subarray(0, 900),
    ]) {
      writeFileSync(path.join(folder, 'products.xlsx'), bytes)
      const broken = await readFolder(folder)
      expect(broken.problems.map(formatProblem)).toEqual([
        'products.xlsx: is not an Excel workbook (.xlsx); save it again in Excel, without a password',
      ])
    }
  })

  test.runIf(isWholeRun)(
    'V43: a workbook that unpacks to more than it states is not unpacked whole',
    async () => {
      const folder = await folderWith([columns, good])
      const large = Buffer.alloc(201 * 1024 * 1024, ' ')
      const workbook = workbookWith(large, { statedSize: 1_000 })
      writeFileSync(path.join(folder, 'products.xlsx'), workbook)
      const { problems } = await readFolder(folder)
      expect(problems.map(formatProblem)).toEqual([
        'products.xlsx: is too large when it is unpacked',
      ])
    },
  )
})

describe('columns that look commercial', () => {
  const rows = [
    ['Name', 'Order code', 'Cost', 'السعر (ريال)', 'Stock', 'Current (A)'],
    ['MCB', 'M-16', '12', '40', '7', '16'],
    ['', 'M-32', '13', '45', '9', '32'],
  ]

  test('are not public, and are told', async () => {
    const folder = await folderWith(rows)
    const { content, columns } = await readFolder(folder)
    const written = JSON.stringify([...listPostRows(content)])
    expect(written).toContain('Current')
    expect(written).not.toMatch(/Cost|السعر|Stock|"12"|"45"|"9"/)
    expect(columns).toEqual([
      {
        place: 'products.xlsx, Products',
        shown: ['Name', 'Order code', 'Current (A)'],
        hidden: ['Cost', 'السعر (ريال)', 'Stock'],
      },
    ])
  })

  test('are public when the settings name them', async () => {
    const folder = await folderWith(rows)
    writeFileSync(path.join(folder, 'settings.yaml'), 'publicColumns: [السعر]\n')
    const { content, columns, problems } = await readFolder(folder)
    expect(problems).toEqual([])
    const [product] = content.categories[0]?.types[0]?.products ?? []
    expect(specsOf(product!)).toEqual({ السعر: ['40, 45', 'ريال'], Current: ['16, 32', 'A'] })
    expect(columns[0]?.hidden).toEqual(['Cost', 'Stock'])
  })

  test('are not public under another name, and are where the settings have one of their names', async () => {
    const folder = await folderWith([
      ['Name', 'Cost', 'Grade', 'Stock'],
      ['MCB', '4321', '5432', '6543'],
    ])
    writeFileSync(
      path.join(folder, 'specifications.yaml'),
      'Cost: { name: Class }\ng: { name: { En: Grade, Ar: السعر } }\ns: { name: { En: Stock, Ar: رصيد } }\n',
    )
    writeFileSync(path.join(folder, 'settings.yaml'), 'publicColumns: [STOCK]\n')
    const { content, columns } = await readFolder(folder)
    const written = JSON.stringify([...listPostRows(content)])
    expect(written).not.toMatch(/4321|5432/)
    expect(written).toContain('6543')
    expect(columns[0]).toMatchObject({ shown: ['Name', 'Stock'], hidden: ['Cost', 'Grade'] })
  })

  test('are not public in YAML either, but in facts of other posts, which a person has written as such', async () => {
    const folder = makeFolder()
    writeFileSync(
      path.join(folder, 'products.yaml'),
      'title: A\ntypes: [{ title: T, products: [{ title: P, specs: { Cost: 12, Weight: 3 } }] }]\n',
    )
    writeFileSync(
      path.join(folder, 'about.yaml'),
      '- title: S\n  specs: [{ name: Suppliers, value: 90 }]\n',
    )
    const { content, columns } = await readFolder(folder)
    expect(specsOf(content.categories[0]!.types[0]!.products[0]!)).toEqual({ Weight: '3' })
    expect(columns).toEqual([{ place: 'products', shown: [], hidden: ['Cost'] }])
    expect(content.about[0]?.specs).toHaveLength(1)
  })
})
