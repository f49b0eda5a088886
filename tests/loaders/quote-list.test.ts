import { describe, expect, test } from 'vitest'
import { readSpreadsheet } from '@site/tables/read-sheets'
import { listText } from '../../app/enquiry/list/quote-lines.server.ts'
import { translationFor } from '../../app/language/i18n.server.ts'
import * as screen from '../../app/routes/quote-list.tsx'
import * as table from '../../app/routes/quote-list-table.ts'
import type { ContentQuery } from '../../server/content/content-calls.ts'
import { argsFor } from '../support/loader-args.ts'
import { adapterOf, deadAdapter } from '../support/own-adapter.ts'
import { postArgs } from '../support/post-form.ts'
import { asSeen } from '../support/seen.ts'
import { useSite } from '../support/use-site.ts'

useSite()

type Content = ReturnType<typeof adapterOf>

function argsWith(address: string, quote = '', content?: Content) {
  const args = argsFor(address, content ? { context: { content } } : {})
  const headers = { cookie: `lang=En; quote=${quote}` }
  return { ...args, request: new Request(args.request, { headers }) }
}

const linesOf = async (address: string, quote?: string, content?: Content) =>
  (await screen.loader(argsWith(address, quote, content))).view.form.lines

/** A change of a list, as the browser stores it. */
async function change(fields: Record<string, string>, quote = '', undo = '') {
  const response = await screen.action(
    postArgs('/quote-list', fields, { cookie: `lang=En; quote=${quote}; quote-undo=${undo}` }),
  )
  const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0])
  return { response, status: response.status, cookies }
}

describe('the visitor’s own list', () => {
  test('is that of the cookie: products, order codes, and bare order codes of the catalogue', async () => {
    const lines = await linesOf('/quote-list', 'tm63-1p-c:3,tx160-3p~TX160-16:12')
    expect(lines).toMatchObject([
      { id: 'tm63-1p-c', quantity: 3, state: 'found', path: '/product-details/tm63-1p-c' },
      {
        code: 'TX160-16',
        quantity: 12,
        state: 'found',
        path: '/product-details/tx160-3p#TX160-16',
      },
    ])
    expect(lines.every(({ title }) => title.length > 5)).toBe(true)
  })

  test('names items that do not exist or cannot be read, and drops none', async () => {
    const lines = await linesOf('/quote-list', 'gone:1,tx160-3p~NONE-1:2,gone~G-1:3')
    expect(lines).toMatchObject([
      { title: 'gone', state: 'missing', path: '' },
      { title: 'tx160-3p NONE-1', state: 'missing' },
      { title: 'gone G-1', state: 'missing' },
    ])
    const unavailable = await linesOf('/quote-list', 'a:1,b~B:2', deadAdapter())
    expect(unavailable).toMatchObject([{ state: 'unavailable' }, { state: 'unavailable' }])
  })

  test('V28: made-up items cost few calls, and count as addresses that do not exist', async () => {
    const queries: ContentQuery[] = []
    const items = Array.from({ length: 50 }, (_, at) => `x${at}:1`).join(',')
    const content = adapterOf({}, queries)
    const { view } = await screen.loader(argsWith(`/quote-list?items=${items}`, '', content))
    expect(view.form.lines).toHaveLength(50)
    // Those for eight made-up products, and the contact.
    expect(queries.length).toBeLessThanOrEqual(65)
    expect(content.dependencies.hasMissingPosts).toBe(true)
  })
})

test('a shared list is shown without changing the visitor’s own', async () => {
  const { view, heading } = await screen.loader(
    argsWith('/quote-list?items=tm63-1p-c:4,tv100:1', 'tx160-3p:1'),
  )
  expect(heading).toBe('A list shared with you')
  expect(view).toMatchObject({ isShared: true, canUndo: false })
  expect(view.form.lines.map(({ id, quantity }) => [id, quantity])).toEqual([
    ['tm63-1p-c', 4],
    ['tv100', 1],
  ])
})

test('the order codes of a shared list are chosen on it, and copied along', async () => {
  const [cable] = await linesOf('/quote-list?items=tm63-1p-c:4')
  const code = cable?.choices?.[2]?.id ?? ''
  const fields = { action: 'take', items: 'tm63-1p-c:4,tv100:1', 'code.tm63-1p-c': code }
  const { status, cookies } = await change(fields, 'tx160-3p~TX160-16:1')
  expect([status, cookies[0]]).toEqual([
    303,
    'quote=tx160-3p~TX160-16:1,tm63-1p-c~TM63-C16:4,tv100:1',
  ])
  const foreign = await change({ ...fields, 'code.tm63-1p-c': 'tv100~X' })
  expect(foreign.cookies[0]).toBe('quote=tm63-1p-c:4,tv100:1')
})

describe('a change of the list', () => {
  test.each([
    ['adds an item', { action: 'add', id: 'a', quantity: '2' }, '', 'a:2'],
    ['adds to an item', { action: 'add', id: 'a', quantity: '٣' }, 'a:2,b:1', 'a:5,b:1'],
    ['adds one without a quantity', { action: 'add', id: 'a~A-1' }, '', 'a~A-1:1'],
    ['sets a quantity', { action: 'set', id: 'b', quantity: '9' }, 'a:2,b:1', 'a:2,b:9'],
    ['removes by a quantity of 0', { action: 'set', id: 'b', quantity: '0' }, 'a:2,b:1', 'a:2'],
    ['removes', { action: 'remove', id: 'a' }, 'a:2,b:1', 'b:1'],
    ['removes by its button', { remove: 'a', action: '' }, 'a:2,b:1', 'b:1'],
    ['adds one more', { action: 'more', id: 'a', quantity: '9' }, 'a:2,b:1', 'a:3,b:1'],
    ['takes one away', { action: 'less', id: 'a' }, 'a:2,b:1', 'a:1,b:1'],
    ['takes the last one away', { action: 'less', id: 'b' }, 'a:2,b:1', 'a:2'],
    [
      'takes the order codes of the form, and of no other product',
      { action: 'set', 'code.a': 'a~A-1', 'code.b': 'a~A-1' },
      'a:2,b:1,a~A-1:1',
      'a~A-1:3,b:1',
    ],
    ['clears', { action: 'clear' }, 'a:2,b:1', ''],
    [
      'takes all quantities of the form',
      { action: 'set', items: 'a:2,b:1', 'quantity.a': '5', 'quantity.b': '0' },
      'a:2,b:1',
      'a:5',
    ],
    ['takes over a shared list', { action: 'take', items: 'b:7,c:1' }, 'a:2,b:1', 'a:2,b:7,c:1'],
    ['adds as many as are written', { action: 'add', id: 'b', quantity: '٢٥ حبة' }, '', 'b:25'],
    [
      'removes one, with the quantities of the others in its form',
      { remove: 'a', 'quantity.a': '9', 'quantity.b': '٥' },
      'a:2,b:1,c:1',
      'b:5,c:1',
    ],
    [
      'takes quantities, and leaves what another tab has added',
      { action: 'set', items: 'a:2', 'quantity.a': '5' },
      'a:2,b:1',
      'a:5,b:1',
    ],
    ['ignores an empty id', { action: 'add', id: ' ', quantity: '2' }, 'a:2', 'a:2'],
    ['ignores what it does not know', { action: '__proto__', id: 'b' }, 'a:2', 'a:2'],
  ] as const)('%s', async (_, fields, before, after) => {
    const { status, cookies, response } = await change(fields, before)
    expect([status, response.headers.get('Location')]).toEqual([303, '/quote-list'])
    expect(cookies[0]).toBe(`quote=${after}`)
  })

  test('adds no product whose order code is to be chosen, and leads to the choice', async () => {
    const { status, cookies, response } = await change({ action: 'add', id: 'tm63-1p-c' }, 'a:1')
    const choice = '/product-details/tm63-1p-c#order-code'
    expect([status, response.headers.get('Location')]).toEqual([303, choice])
    expect(cookies[0]).toBe('quote=a:1')
    const accept = 'application/json'
    const args = postArgs('/quote-list', { action: 'add', id: 'tm63-1p-c' }, { accept })
    expect((await screen.action(args)).status).toBe(409)
  })

  test('that removes something can be undone', async () => {
    const { cookies } = await change({ action: 'clear' }, 'a:2,b:1')
    expect(cookies).toEqual(['quote=', 'quote-undo=a:2,b:1'])
    const undone = await change({ action: 'undo' }, '', 'a:2,b:1')
    expect(undone.cookies).toEqual(['quote=a:2,b:1', 'quote-undo='])
    const written = await change({ action: 'undo', 'quantity.b': '8' }, 'b:1', 'a:2,b:1')
    expect(written.cookies[0]).toBe('quote=a:2,b:8')
    const tooLate = await change({ action: 'undo' }, 'a:2')
    expect(tooLate.cookies[0]).toBe('quote=a:2')
  })

  test('of a full list says so and changes nothing', async () => {
    const full = Array.from({ length: 50 }, (_, at) => `item-${at}:1`).join(',')
    const { status, cookies, response } = await change({ action: 'add', id: 'one-more' }, full)
    expect([status, cookies[0]]).toEqual([409, `quote=${full}`])
    expect(await response.json()).toMatchObject({ isFull: true })
    const long = Array.from({ length: 14 }, (_, at) => `${at}${'x'.repeat(195)}:1`).join(',')
    expect((await change({ action: 'add', id: 'y'.repeat(199) }, long)).status).toBe(303)
    expect(
      (await change({ action: 'add', id: 'y'.repeat(199) }, `${long},z${'x'.repeat(190)}:1`))
        .status,
    ).toBe(409)
  })

  test.each<[fields: Record<string, string>, quote: string, id: string, quantity: number]>([
    [{ action: 'set', 'quantity.a': 'many', 'quantity.b': '4' }, 'a:2,b:4', 'a', 2],
    [{ remove: 'b', 'quantity.a': '1.5' }, 'a:2', 'a', 2],
    [{ action: 'add', id: 'c', quantity: '10-20' }, 'a:2,b:1,c:1', 'c', 1],
    [{ action: 'add', id: 'a', quantity: '' }, 'a:3,b:1', 'a', 3],
    [{ action: 'set', id: 'a', quantity: '-1' }, 'a:2,b:1', 'a', 2],
  ])('with no quantity shows what was written: %j', async (fields, quote, id, quantity) => {
    const { status, cookies, response } = await change(fields, 'a:2,b:1')
    expect([status, cookies[0]]).toEqual([422, `quote=${quote}`])
    const unread = fields['quantity.a'] ?? fields['quantity']
    const line: unknown = expect.objectContaining({ id, quantity, unread })
    expect(await response.json()).toMatchObject({
      form: { lines: expect.arrayContaining([line]) as unknown },
    })
  })

  test('with no quantity is refused to a script, which then sends the form', async () => {
    const accept = 'application/json'
    const add = { action: 'add', id: 'b', quantity: 'many' }
    const response = await screen.action(
      postArgs('/quote-list', add, { cookie: 'quote=a:1', accept }),
    )
    expect([response.status, response.headers.getSetCookie()]).toEqual([422, []])
  })

  test('loses nothing that was written into the enquiry form', async () => {
    const { status, response } = await change(
      { remove: 'a', items: 'a:1,b:2', 'note.b': 'red', name: 'Amal', form: 'a-token' },
      'a:1,b:2',
    )
    expect(status).toBe(200)
    expect(await response.json()).toMatchObject({
      canUndo: true,
      form: {
        token: 'a-token',
        values: { name: 'Amal' },
        lines: [{ id: 'b', quantity: 2, note: 'red' }],
      },
    })
  })
})

test('an emoji where a text is cut does not break the page', async () => {
  const id = `${'a'.repeat(59)}😀`
  expect(await linesOf(`/quote-list?items=${encodeURIComponent(id)}:1`)).toHaveLength(1)
  const note = `${'n'.repeat(299)}😀`
  expect((await change({ action: 'set', 'note.tv100': note }, 'tv100:1')).status).toBe(200)
  const items = `${'j'.repeat(15_900)},${'b'.repeat(98)}😀`
  expect((await change({ action: 'take', items })).status).toBe(303)
})

test('a line without an order code offers those of its product with their facts', async () => {
  const [series, other, coded] = await linesOf(
    '/quote-list',
    'tm63-1p-c:1,tg-110:1,tx160-3p~TX160-16:1',
  )
  expect(series).toMatchObject({ code: '' })
  expect(series?.choices).toHaveLength(16)
  expect(series?.choices?.[2]).toEqual({
    id: 'tm63-1p-c~TM63-C16',
    code: 'TM63-C16',
    facts: ['Rated current: 16\u00a0A', 'Tripping curve: C'],
    text: 'TM63-C16 · 16\u00a0A · C',
  })
  expect([other?.choices, coded?.choices]).toEqual([undefined, undefined])
})

test('order codes of transformers that differ in their cooling alone read differently', async () => {
  const [line] = await linesOf('/quote-list', 'ttd-r:1')
  const texts = line?.choices?.map(({ facts }) => facts?.join()) ?? []
  expect(texts.length).toBeGreaterThan(2)
  expect(new Set(texts).size).toBe(texts.length)
  expect(line?.choices?.[0]?.text).toContain('No-load loss: ')
})

test.each([
  ['Ar', 'متر', 'لفة 100 م'],
  ['En', 'metre', 'roll of 100 m'],
])(
  'in %s a quantity of cable says what it counts, one of breakers nothing',
  async (lang, metre, roll) => {
    const items = 'tcx-u-4c~TCX-U-4x25:300,tcw-r~TCW-R4:3,tr-4p-s300~TR-4P63-S300:1'
    const args = argsFor(`/quote-list?items=${items}&lang=${lang}`)
    const { view } = await screen.loader(args)
    expect(view.form.lines.map(({ saleUnit }) => saleUnit)).toEqual([metre, roll, ''])
    const name = lang === 'Ar' ? 'التيار المقنّن' : 'Rated current'
    expect(view.form.lines[2]?.facts).toEqual([`${name}: 63\u00a0A`])
    const text = new URL(view.ways.toCompany ?? '').searchParams.get('text')
    expect(text).toContain('300 (')
    const csv = await table.loader(argsFor(`/quote-list.csv?items=${items}&lang=${lang}`))
    expect(await csv.text()).toContain(`,300,${metre},,`)
  },
)

test('a shared list opens in the language of who shares it', async () => {
  const { view } = await screen.loader(argsWith('/quote-list', 'tm63-1p-c:4'))
  const address = /\/quote-list\?items=tm63-1p-c:4&lang=En$/
  expect(view.ways.address).toMatch(address)
  expect(new URL(view.ways.toAnybody).searchParams.get('text')).toMatch(address)
  const text = new URL(view.ways.toCompany ?? '').searchParams.get('text')
  expect(text).toContain(`${view.ways.address}\n`)
})

test('a copied list in Arabic keeps titles, codes and notes in order', () => {
  const line = {
    ...{ title: 'قاطع TC265-?11 مقاس #7', code: 'TC265-11', quantity: 2, saleUnit: 'متر' },
    note: 'لون #3',
  }
  const [first = '', second = ''] = listText({ t: translationFor('Ar').t, lang: 'Ar' }, [
    line,
  ]).split('\n')
  expect(asSeen(first)).toBe('(رتم) 2 ةيمكلا ،(TC265-11) #7 ساقم TC265-?11 عطاق')
  expect(asSeen(second).trim()).toBe('#3 نول')
})

test('the table of the own list has its notes and the order codes just chosen', async () => {
  const fields = {
    items: 'tm63-1p-c:4',
    'note.tm63-1p-c': 'grey',
    'code.tm63-1p-c': 'tm63-1p-c~TM63-C16',
  }
  const text = await (await table.action(postArgs('/quote-list.csv', fields))).text()
  const [, row = ''] = text.split('\r\n')
  expect(row).toMatch(/^TM63-C16,.*,"Rated current: 16 A, Tripping curve: C",4,,grey,http/)
})

test('the list is also an Excel workbook: the same cells, its quantities numbers, nothing run', async () => {
  const address = '/quote-list.xlsx?items=tm63-1p-c~TM63-C16:4,%3DHYPERLINK(1):2'
  const response = await table.loader(argsWith(address))
  expect(response.headers.get('Content-Disposition')).toContain('"quotation-list.xlsx"')
  expect(response.headers.get('Cache-Control')).toBe('no-store')
  const bytes = Buffer.from(await response.arrayBuffer())
  const [sheet] = await readSpreadsheet('list.xlsx', bytes)
  const cells = sheet?.rows.map((row) => row.map((cell) => cell?.text ?? ''))
  expect(cells?.[1]?.slice(0, 4)).toEqual([
    'TM63-C16',
    'TM63 single-pole MCB',
    'Rated current: 16 A, Tripping curve: C',
    '4',
  ])
  expect(cells?.[2]?.[1]).toBe('=HYPERLINK(1)')
})

test('the table for spreadsheets opens as Arabic and runs nothing', async () => {
  const response = await table.loader(
    argsWith('/quote-list.csv?items=tm63-1p-c:4,%3DHYPERLINK(1):2', 'tx160-3p:1'),
  )
  const bytes = Buffer.from(await response.arrayBuffer())
  const text = bytes.toString()
  expect(response.headers.get('Content-Type')).toBe('text/csv; charset=utf-8')
  expect(response.headers.get('Cache-Control')).toBe('no-store')
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  const [head, first, second] = text.slice(1).split('\r\n')
  expect(head).toBe('Order code,Item,Key values,Quantity,Unit,Note,Page,Availability')
  expect(first).toMatch(/^,.*,,4,,,http:\/\/localhost:\d+\/product-details\/tm63-1p-c,$/)
  expect(second).toMatch(/^,'=HYPERLINK\(1\),,2,,,,$/)
})
