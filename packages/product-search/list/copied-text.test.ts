import { describe, expect, test } from 'vitest'
import { plainSheet, textCell } from '@site/tables/sheet'
import { indexSample } from '../../../tests/support/sample-entries.ts'
import { readList, readText, seemsNoise } from './read-list.ts'

const index = indexSample()

/** Reads a text, and says of each item its state, quantity and best choice; one without a quantity is never sure. */
function answer(text: string) {
  const { lines, causes } = readText(text)
  const items = lines
    .filter(({ isNote }) => !isNote)
    .map(({ quantity, quantityText, question }) => {
      const [match] = index.matchLines([question], /[\u0620-\u06ff]/.test(text) ? 'Ar' : 'En')
      const [best] = match?.choices ?? []
      const state = match?.state === 'sure' && quantity === null ? 'choose' : match?.state
      return `${state} ${quantity ?? `?${quantityText}`} ${best?.code ?? best?.id ?? ''}`.trim()
    })
  return { items, causes }
}

const cells = (text: string) => text.replaceAll(' | ', '\n')

describe('a table that was copied cell by cell is read as its rows', () => {
  test.each([
    ['one row', 'TM63-C16 | عدد | 240', ['sure 240 TM63-C16']],
    [
      'under its heading, with codes that are missing',
      `BOQ | No | Order code | Description | Unit | Qty
       | 1 | TM63-C16 | Miniature circuit breaker 1P 16A curve C | No. | 240
       | 2 | Contactor 32A | pcs | 3 | 3 | TX160-100 | MCCB 3P 100A | pcs | 1,200 | Page 1`,
      ['sure 240 TM63-C16', 'sure 3 TC32', 'sure 1200 TX160-100'],
    ],
    [
      'from the last column to the first one',
      'الكمية | الوحدة | البيان | م | ٢٤٠ | عدد | TM63-C16 | 1 | ٣٦ | عدد | كونتاكتور 32 أمبير | 2',
      ['sure 240 TM63-C16', 'sure 36 TC32'],
    ],
    [
      'without units',
      'TM63-C16 | 240 | TX160-100 | 36',
      ['sure 240 TM63-C16', 'sure 36 TX160-100'],
    ],
    ['the quantity first', '240 | TM63-C16 | 36 | TC32', ['sure 240 TM63-C16', 'sure 36 TC32']],
    [
      'with cells of several lines, and numbers among them',
      '1 | قاطع مصغر ثلاثي | 32 | أمبير منحنى | D | عدد | 6 | 2 | كونتاكتور | 32 | أمبير | عدد | 5 | 3 | TX160-100 | عدد | 9',
      ['sure 6 TM63-3D32', 'sure 5 TC32', 'sure 9 TX160-100'],
    ],
    [
      'with the unit and the quantity on one line, and the number before the words',
      '1 MCB 3P 32A | curve D | No. 6 | 2 Contactor 32A | pcs 5 | 3 TX160-100 No. 9',
      ['sure 6 TM63-3D32', 'sure 5 TC32', 'sure 9 TX160-100'],
    ],
    [
      'a code that is broken at a hyphen',
      '1 | TX160- | 100 | MCCB | No. | 4 | 2 | TC32 | No. | 5',
      ['sure 4 TX160-100', 'sure 5 TC32'],
    ],
  ])('%s', (_, text, items) => {
    expect(answer(cells(text.replace(/\n\s*/g, ' ')))).toEqual({ items, causes: [] })
  })

  test.each([
    ['a code and a number', 'TM63-C16 | 240'],
    ['numbers of lines', '1 | TM63-C16 | 2 | TX160-100 | 3 | TC32'],
    ['numbers of lines, behind', 'TM63-C16 | 1 | TX160-100 | 2 | TC32 | 3'],
    ['columns one after the other', 'TM63-C16 | TC32 | عدد | عدد | 240 | 36'],
    ['a quantity that is missing', 'TM63-C16 | 240 | TX160-100 | TC32 | 36'],
    ['a line that may belong to either row', 'MCB 3P 32A | No. | 6 | curve D | TC32 | No. | 5'],
    ['two rows in one', '1 | TC32 | لوحة | 4 | TX160-100 | عدد | 12 | 3 | TM63-C16 | لوحة | 7'],
  ])('what is not sure has no quantity: %s', (_, text) => {
    const { items, causes } = answer(cells(text))
    expect(causes).toEqual(['copied'])
    expect(items.length).toBeGreaterThan(0)
    for (const item of items) expect(item).toMatch(/^(?:choose|none) \?/)
  })

  test('a page number between whole lines changes nothing', () => {
    const lines = Array.from({ length: 10 }, () => 'contactor 32A, 5 pcs')
    const { items, causes } = answer([...lines, '2', ...lines].join('\n'))
    expect([new Set(items), causes]).toEqual([new Set(['sure 5 TC32']), []])
  })
})

test('numbers before the lines that count them are no quantities', () => {
  const lines = ['contactor 32A', 'MCB 3P 32A curve D 6 pcs', 'TX160-100', 'TM63-C16 240 pcs']
  const { items } = answer(lines.map((line, at) => `${at + 1} ${line}`).join('\n'))
  expect(items).toEqual([
    'choose ? TC32',
    'sure 6 TM63-3D32',
    'choose ? TX160-100',
    'sure 240 TM63-C16',
  ])
})

describe('letters are read as they were meant', () => {
  const list = ['قاطع مصغر ثلاثي الأقطاب 32 أمبير منحنى D عدد 6', 'كونتاكتور 32 أمبير عدد 12']
  const found = { items: ['sure 6 TM63-3D32', 'sure 12 TC32'], causes: [] }

  test.each([
    ['by pdf.js', '6 دﺪﻋ D ﻰﻨﺤﻨﻣ ﺮﻴﺒﻣأ 32 بﺎﻄﻗﻷا ﻲﺛﻼﺛ ﺮﻐﺼﻣ ﻊﻃﺎﻗ\r\n12 دﺪﻋ ﺮﻴﺒﻣأ 32 رﻮﺘﻛﺎﺘﻧﻮﻛ'],
    [
      'in plain letters',
      '6 ددع D ىنحنم ريبمأ 32 باطقألا يثالث رغصم عطاق\n12 ددع ريبمأ 32 روتكاتنوك',
    ],
    [
      'drawn forms in order',
      'ﻗﺎﻃﻊ ﻣﺼﻐﺮ ﺛﻼﺛﻲ اﻷﻗﻄﺎب 32 أﻣﺒﻴﺮ ﻣﻨﺤﻨﻰ D ﻋﺪد 6\nﻛﻮﻧﺘﺎﻛﺘﻮر 32 أﻣﺒﻴﺮ ﻋﺪد 12',
    ],
    ['exchanged ligatures', list.join('\n').replace('ثلاثي الأ', 'ثالثي األ')],
    [
      'ligatures as Ghostscript writes them',
      list.join('\n').replace('ثلا', 'ث䐧ل').replace('الأ', 'ا䐣ل'),
    ],
  ])('%s', (_, text) => {
    expect(answer(text)).toEqual(found)
  })

  test('drawn forms in a cell of a workbook', () => {
    const { lines } = readList([plainSheet('', [[textCell('ﻛﻮﻧﺘﺎﻛﺘﻮر 32 أﻣﺒﻴﺮ ﻋﺪد 12')]])])
    expect(lines[0]).toMatchObject({ words: 'كونتاكتور 32 أمبير', quantity: 12 })
  })

  test.each(['الدور الثالث', 'اتصالات الحالة والعمال', 'مقاسات خاصة بالألوان'])(
    '%s stays as it is',
    (text) => expect(readText(text).lines[0]?.cells).toEqual([text]),
  )

  test.each([
    ['words that nobody knows', '6 ةيبشخ ةكيرأ\n12 ةيفوص ةداجس'],
    ['cells without spaces', '1TM63-C16قاطع 16 أمبيرعدد240\n2TC32كونتاكتور32أمبيرعدد36'],
    ['letters that have no map', 'ÿاþÿ ÿصغر TM63-C16 عدد 6\nكوÿتاكتور 32 أÿبير عدد 12'],
  ])('what is damaged is said, and has no quantity: %s', (_, text) => {
    const { items, causes } = answer(text)
    expect(causes).toEqual(['copied'])
    for (const item of items) expect(item).toMatch(/^(?:choose|none) \?/)
  })
})

test.each([
  ['16C63-TM', 'sure 1 TM63-C16'],
  ['قاطع 16C63-TM عدد 240', 'sure 240 TM63-C16'],
  ['A150x15-3M-TCX عدد 12', 'sure 12 TCX-M15-3x150A'],
  ['A150x3-15M-TCX عدد 12', 'sure 12 TCX-M15-3x150A'],
  ['4320X-TE', 'sure 1 TE-X4320'],
  ['قاطع مقولب 250x3 أمبير', 'sure 1 TX630-250'],
  ['كيبل مسلح 35×4 مم', 'choose 1 TCX-A-4x35'],
  ['TM63-C16', 'sure 1 TM63-C16'],
])('%s is read from right to left where only that is known', (line, item) => {
  expect(answer(line).items).toEqual([item])
})

describe('a text seems noise', () => {
  test.each([
    [
      'glyphs that are shifted',
      '0LQLDWXUH FLUFXLW EUHDNHU 1R\nFXUYH EUHDNLQJ FDSDFLW\\ N$ UHVLGXDO',
    ],
    ['signs', '9 : &&. && ,, 4 - ( , 8 / ! # % & * + ; < = > ?\n'.repeat(4)],
  ])('%s', (_, text) => {
    expect(seemsNoise(text)).toBe(true)
  })

  test.each([
    ['a list', 'Miniature circuit breaker 1P 16A curve C No. 240\nDistribution board twelve ways'],
    ['a list in Arabic', 'قاطع مصغر ١٦ أمبير ٣٠ حبة\nلوحة توزيع ١٢ خط\nكابل نحاس مسلح متر'],
    [
      'codes',
      'A9F74216 12\nLC1D32M7 4\nTM63-C16 240\nTE-X4320 7\nTCX-M15-3x150A 12\nTR-2P40-A30 6',
    ],
    ['no text', ''],
  ])('but not %s', (_, text) => {
    expect(seemsNoise(text)).toBe(false)
  })
})
