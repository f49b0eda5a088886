import { readFileSync } from 'node:fs'
import { PDFDocument } from '@cantoo/pdf-lib'
import sharp from 'sharp'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import type { ListProgress } from '../../../server/quick-list/list-reader.ts'
import { QuickLists } from '../../../server/quick-list/quick-list.ts'
import { readText } from '@site/product-search/list'
import type { LineMatch } from '@site/product-search/types'
import { workbookOf } from '@site/tables/write-tables'
import { collectLog } from '../../support/logged.ts'
import { watchLoop } from '../../support/loop-watch.ts'
import { sheetOf, workbookWith, zipOf } from '../../support/make-workbook.ts'
import { sampleFiles } from '../../support/sample-files.ts'
import { isWholeRun } from '../../support/test-size.ts'
import { onThisMachine } from '../../support/busy-machine.ts'

const spaces = Buffer.alloc(60 * 1024 * 1024, ' ')

const oldDocument = Buffer.concat([sampleFiles['list.xls'], Buffer.from('WordDocument', 'utf16le')])

/** A Word file with only what the format needs. */
function wordFileOf(body: string) {
  const namespace = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
  const data = `<w:document xmlns:w="${namespace}"><w:body>${body}</w:body></w:document>`
  return zipOf([{ name: 'word/document.xml', data }])
}

const found: LineMatch = { state: 'none', choices: [] }

/** A quick list with a search that answers as it is told. */
function open(
  matchLines: (questions: readonly string[]) => Promise<LineMatch[]>,
  matchingTime: () => number | null = () => null,
) {
  const quickList = new QuickLists(
    { matchLines: (questions) => matchLines(questions), matchingTime },
    'secret',
  )
  onTestFinished(() => quickList.close())
  return quickList
}

const quickList = new QuickLists({ matchLines: async () => [], matchingTime: () => null }, 'secret')
afterAll(() => quickList.close())

/** A file's lines, or why there are none. */
async function linesOf(bytes: Buffer | Uint8Array) {
  const list = await quickList.readFile({ size: bytes.length, load: () => Promise.resolve(bytes) })
  return 'fault' in list ? list.fault : list.lines
}

/** The cells of a file's lines, or why there are none. */
async function read(bytes: Buffer | Uint8Array) {
  const lines = await linesOf(bytes)
  return typeof lines === 'string' ? lines : lines.map(({ cells }) => cells.join(' | '))
}

const goodSheet = sheetOf(['MCB 16A 4 pcs', 'قاطع ٢٠ أمبير ٥ حبات'])
const good = workbookWith(goodSheet)
const goodLines = ['MCB 16A 4 pcs', 'قاطع ٢٠ أمبير ٥ حبات']

describe('a file is read by what it holds', () => {
  test('workbooks: of this site, with all sheets, and of other programs', async () => {
    const own = await workbookOf([
      {
        name: 'قواطع',
        rows: [
          ['Description', 'Qty'],
          ['MCB 16A', 4],
        ],
        isRightToLeft: true,
      },
      {
        name: 'Cables',
        rows: [
          ['الوصف', 'الكمية'],
          ['كيبل ٤×١٦', 300],
        ],
      },
    ])
    expect(await linesOf(own)).toMatchObject([
      { isNote: true },
      { words: 'MCB 16A', quantity: 4 },
      { isNote: true },
      { words: 'كيبل 4×16', quantity: 300 },
    ])
    for (const program of ['libreoffice', 'openpyxl']) {
      const lines = await read(readFileSync(`tests/other-workbooks/${program}.xlsx`))
      expect(lines[0], program).toBe('قائمة المنتجات ٢٠٢٦')
      expect(lines[2], program).toContain('قواطع | قواطع مصغرة | قاطع مصغر | 12345 | 63')
    }
    expect(await read(good)).toEqual(goodLines)
  })

  test('a PDF, by the places of its letters', async () => {
    const lines = await linesOf(readFileSync('tests/printed-lists/chromium-ar-narrow-plain.pdf'))
    expect(lines).toContainEqual(
      expect.objectContaining({ words: expect.stringContaining('TCX-M15-3x150A'), quantity: 12 }),
    )
    expect(lines.length).toBe(11)
  })

  test('a PDF with scanned pages', async () => {
    const grey = { width: 60, height: 80, channels: 3, background: '#ccc' } as const
    const picture = await sharp({ create: grey }).png().toBuffer()
    const scan = await PDFDocument.create()
    scan.addPage().drawImage(await scan.embedPng(picture))
    expect(await read(await scan.save())).toBe('pictures')
    const list = await PDFDocument.load(readFileSync('tests/printed-lists/calc-en-ltr-plain.pdf'))
    list.addPage().drawImage(await list.embedPng(picture))
    const bytes = await list.save()
    const listed = await quickList.readFile({
      size: bytes.length,
      load: () => Promise.resolve(bytes),
    })
    expect(listed).toMatchObject({ causes: ['pictures'] })
  })

  test('a Word file: its tables, or else its lines', async () => {
    const listed = await linesOf(readFileSync('tests/word-lists/writer-ar.docx'))
    expect(listed).toContainEqual(
      expect.objectContaining({ words: expect.stringContaining('TCX-M15-3x150A'), quantity: 12 }),
    )
    const paragraphs = ['MCB 16A curve C\t25', 'قاطع ٢٠ أمبير ٥ حبات'].map(
      (text) =>
        `<w:p><w:r>${text.replace(/([^\t]+)/g, '<w:t>$1</w:t>').replace('\t', '<w:tab/>')}</w:r></w:p>`,
    )
    expect(await linesOf(wordFileOf(paragraphs.join('')))).toMatchObject([
      { words: 'MCB 16A curve C', quantity: 25 },
      { words: 'قاطع 20 أمبير', quantity: 5 },
    ])
  })

  test('pages are told while they are read', async () => {
    const bytes = readFileSync('tests/printed-lists/calc-en-ltr-plain.pdf')
    const told: ListProgress[] = []
    await quickList.readFile({ size: bytes.length, load: async () => bytes }, (one) =>
      told.push(one),
    )
    expect(told).toEqual([{ of: 'pages', done: 1, total: 1 }])
  })

  test('a large file that is no PDF', async () => {
    const bytes = Buffer.alloc(3 * 1024 * 1024, 'MCB 5 pcs\n')
    expect(await read(bytes)).toBe('large')
  })

  const table = 'الوصف;الكمية\r\nقاطع ١٦;٣\r\n'
  test.each<[name: string, bytes: Buffer]>([
    ['UTF-8', Buffer.from(table)],
    ['UTF-8 with a mark', Buffer.from(`\ufeff${table}`)],
    ['UTF-16 as Excel writes it', Buffer.from(`\ufeff${table}`, 'utf16le')],
    ['UTF-16 of other systems', Buffer.from(`\ufeff${table}`, 'utf16le').swap16()],
  ])('text in %s', async (_, bytes) => {
    expect(await read(bytes)).toEqual(['الوصف | الكمية', 'قاطع ١٦ | ٣'])
  })

  test('text in the Arabic code page of Windows', async () => {
    expect(await linesOf(sampleFiles['list1256.csv'])).toMatchObject([{ cells: ['قاطع,3'] }])
  })

  test.each([
    ['an old workbook, or one with a password', sampleFiles['list.xls'], 'locked'],
    ['a PDF that is broken', sampleFiles['مخطط اللوحة.pdf'], 'unreadable'],
    ['a PDF of glyphs', readFileSync('tests/printed-lists/without-letters.pdf'), 'noise'],
    ['a picture', sampleFiles['photo.png'], 'pictures'],
    ['a photo of a phone', Buffer.concat([sampleFiles['photo.jpg'], spaces]), 'pictures'],
    ['a document of old Word', oldDocument, 'oldDocument'],
    ['rich text', Buffer.from('{\\rtf1\\ansi MCB 16A}'), 'oldDocument'],
    ['half a Word file', wordFileOf('<w:p/>').subarray(0, 200), 'unreadable'],
    ['an empty Word file', wordFileOf('<w:p/>'), 'unreadable'],
    ['bytes', Buffer.from('three\0breakers'), 'unreadable'],
    ['a damaged text', Buffer.from('قاطع ١٦ أمبير').subarray(0, -1), 'unreadable'],
    ['a text over 512 kB', Buffer.alloc(512 * 1024 + 1, 'a'), 'large'],
    ['another archive', zipOf([{ name: 'a.txt', data: 'MCB' }]), 'unreadable'],
    ['half a workbook', good.subarray(0, good.length / 2), 'unreadable'],
    ['a workbook without its end', good.subarray(0, -30), 'unreadable'],
  ])('%s is refused', async (_, bytes, fault) => {
    expect(await read(bytes)).toBe(fault)
  })

  test('formulas stay texts, results are read, and macros are not', async () => {
    const cells = [
      `<c r="A1"><f>cmd|'/C calc'!A0</f><v>5</v></c>`,
      `<c r="B1" t="inlineStr"><is><t>=cmd|'/C calc'!A0</t></is></c>`,
      `<c r="C1" t="str"><f>HYPERLINK("http://evil.example")</f><v>MCB 16A</v></c>`,
      '<c r="D1" t="e"><v>#REF!</v></c>',
    ]
    const sheet = sheetOf(['x']).replace(/<c .*<\/c>/, cells.join(''))
    const macro = { name: 'xl/vbaProject.bin', data: 'x' }
    expect(await read(workbookWith(sheet, { more: [macro] }))).toEqual([
      "5 | =cmd|'/C calc'!A0 | MCB 16A | #REF!",
    ])
  })
})

test('of a text over 256 kB, the rest is counted by its lines', async () => {
  const long = `MCB 16A ${'x'.repeat(2_000)}\n`
  const count = Math.ceil((256 * 1024) / long.length) + 20
  const list = await quickList.readText(long.repeat(count))
  if ('fault' in list) throw new Error(list.fault)
  expect(list.lines.length + list.left).toBeGreaterThanOrEqual(count)
  expect(list.lines.length).toBeLessThan(count - 18)
})

/** The name of a column, counted from 0. */
function lettersOf(column: number): string {
  const rest = Math.floor(column / 26) - 1
  return (rest < 0 ? '' : lettersOf(rest)) + String.fromCharCode(65 + (column % 26))
}

const bomb = Buffer.concat([
  Buffer.from(goodSheet.replace('</sheetData></worksheet>', '')),
  spaces,
  Buffer.from('</sheetData></worksheet>'),
])
const laughs = Array.from(
  { length: 10 },
  (_, at) => `<!ENTITY a${at + 1} "${`&a${at};`.repeat(10)}">`,
)

type Answer = 'large' | 'unreadable' | string[]

/** Workbooks that are made to cost much, and what becomes of them. */
const costly: [name: string, make: () => Buffer, answer: Answer][] = [
  ['60 MB of spaces', () => workbookWith(bomb), 'large'],
  ['60 MB of spaces that say to be 1 kB', () => workbookWith(bomb, { statedSize: 1_000 }), 'large'],
  [
    'a picture of 60 MB that says to be 1 kB',
    () =>
      workbookWith(goodSheet, {
        more: [{ name: 'xl/media/a.png', data: spaces, statedSize: 1_000 }],
      }),
    'large',
  ],
  [
    'a billion laughs',
    () =>
      workbookWith(
        sheetOf(['&a10; MCB']).replace(
          '?>',
          `?><!DOCTYPE a [<!ENTITY a0 "laugh">${laughs.join('')}]>`,
        ),
      ),
    ['&a10; MCB'],
  ],
  [
    '200,000 columns',
    () => {
      const cells = Array.from(
        { length: 200_000 },
        (_, at) => `<c r="${lettersOf(at)}1"><v>1</v></c>`,
      )
      return workbookWith(sheetOf(['x']).replace(/<c .*<\/c>/, cells.join('')))
    },
    'large',
  ],
  [
    'a cell in the last row and column',
    () =>
      workbookWith(
        sheetOf(['MCB']).replace('"A1"', '"XFD1048576"').replace('r="1"', 'r="1048576"'),
      ),
    'unreadable',
  ],
  [
    'thousands of files',
    () => {
      const more = Array.from({ length: 10_000 }, (_, at) => ({
        name: `xl/worksheets/sheet${at + 2}.xml`,
        data: goodSheet,
      }))
      return workbookWith(goodSheet, { more })
    },
    'large',
  ],
  [
    'names of properties',
    () => workbookWith(goodSheet, { more: [{ name: '__proto__', data: 'x' }] }),
    goodLines,
  ],
  [
    '200,000 elements in each other',
    () => workbookWith(goodSheet.replace('<sheetData>', '<a>'.repeat(200_000))),
    'unreadable',
  ],
]

/** One of each kind of cost: of the bytes that it says, of the entities, of the cells, of the depth. */
const ofEachKind = [1, 3, 5, 8].flatMap((at) => costly.slice(at, at + 1))

test.each(isWholeRun ? costly : ofEachKind)(
  'V43: a workbook with %s blocks nobody, and the next one is read',
  async (_, make, expected) => {
    collectLog()
    const bytes = make()
    await read(good)
    const startedAt = performance.now()
    const stopWatching = watchLoop()
    const answer = await read(bytes)
    expect(stopWatching()).toBeLessThan(300)
    expect(performance.now() - startedAt).toBeLessThan(onThisMachine(6_000))
    expect(answer).toEqual(expected)
    expect(await read(good)).toEqual(goodLines)
  },
)

test.runIf(isWholeRun)('five costly workbooks at once end, and the next one is read', async () => {
  const bytes = costly[6]?.[1]() ?? good
  const answers = await Promise.all(Array.from({ length: 5 }, () => read(bytes)))
  expect(answers).toEqual(Array.from({ length: 5 }, () => 'large'))
  expect(await read(good)).toEqual(goodLines)
})

describe('lines are matched', () => {
  const lines = readText(
    ['Section 1', ...Array.from({ length: 10 }, (_, at) => `MCB ${at % 8}A`)].join('\n'),
  ).lines

  test('one at a time, each question once, and notes never', async () => {
    const calls: (readonly string[])[] = []
    const matching = open(async (questions) => {
      calls.push(questions)
      return questions.map((question) => ({ ...found, question }))
    })
    const matches = await matching.match(lines, 'En')
    expect(calls.map(({ length }) => length)).toEqual(Array.from({ length: 8 }, () => 1))
    expect(matches?.[0]).toBeUndefined()
    expect(matches?.slice(1)).toMatchObject(lines.slice(1).map(({ question }) => ({ question })))
  })

  test('of five lists in turns; a sixth is told to come again', async () => {
    const asked: string[] = []
    let running = 0
    const matching = open(async (questions) => {
      running += 1
      expect(running).toBe(1)
      asked.push(questions[0] ?? '')
      await Promise.resolve()
      running -= 1
      return questions.map(() => found)
    })
    const listOf = (name: string) =>
      readText(`${name} 1A\n${name} 2A\n${name} 3A\n${name} 4A`).lines
    const names = ['aa', 'bb', 'cc', 'dd', 'ee']
    const lists = names.map((name) => matching.match(listOf(name), 'En'))
    expect(await matching.match(lines, 'En')).toBeNull()
    for (const matches of await Promise.all(lists))
      expect(matches).toEqual([found, found, found, found])
    // None waits until another list is matched whole.
    expect(asked.map((question) => question.slice(0, 2))).toEqual(
      Array.from({ length: 4 }, () => names).flat(),
    )
    expect(await matching.match(lines, 'En')).toHaveLength(lines.length)
  })

  test('as far as the search answers: what it does not stays as it is', async () => {
    let calls = 0
    const matching = open(async (questions) => {
      calls += 1
      if (calls === 5) throw new Error('the search thread is not available')
      return questions.map(() => found)
    })
    const searched = (await matching.match(lines, 'En'))?.map((one) => one !== undefined)
    expect(searched?.filter(Boolean)).toHaveLength(6)
    // Another list does not fail with it.
    expect((await matching.match(lines.slice(1, 3), 'En'))?.every(Boolean)).toBe(true)
  })

  test('for eight seconds of processor time; the rest stays as it is', async () => {
    let time = 0
    const matching = open(
      async (questions) => {
        time += 2_000
        return questions.map(() => found)
      },
      () => time,
    )
    const searched = (await matching.match(lines.slice(1, 9), 'En'))?.map(
      (one) => one !== undefined,
    )
    expect(searched?.filter(Boolean)).toHaveLength(5)
  })
})

test('V28: one client may send twelve lists at once, and leaves the rest of forty to others', () => {
  const sending = open(async () => [])
  const sent = (client: string | null) =>
    Array.from({ length: 50 }, () => sending.spend(client)).filter(Boolean).length
  expect([sent('a'), sent('b'), sent(null)]).toEqual([12, 12, 16])
})

test('V28: a whole /48 of clients leaves lists to others', () => {
  const sending = open(async () => [])
  const sent = (clients: string[]) => clients.filter((client) => sending.spend(client)).length
  const network = Array.from({ length: 200 }, (_, subnet) => `2001:db8:1:${subnet.toString(16)}`)
  expect(sent(network)).toBeLessThanOrEqual(30)
  const others = Array.from({ length: 20 }, (_, office) => `2001:db8:${office + 2}:1`)
  expect(sent(others)).toBe(20)
})
