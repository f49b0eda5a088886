import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { issueFormToken } from '../../server/enquiries/enquiry.ts'
import { plainText, readPdf } from '../support/pdf-text.ts'
import { readSpreadsheet } from '@site/tables/read-sheets'
import { startFilledSite } from '../support/filled-data.ts'
import { getFreePort } from '../support/loopback.ts'
import { startRecordingApi } from '../support/recording-api.ts'
import { readLists } from '../support/list-lines/list-line.ts'
import { sampleFiles } from '../support/sample-files.ts'
import { residentMb, watchMemory } from '../../scripts/bench/process-figures.ts'
import { workbookOfOneText } from '../support/make-workbook.ts'
import { sized } from '../support/test-size.ts'
import { startSite, type Site } from '../support/site-host.ts'
import { startSiteProcess, type SiteProcess } from '../support/site-process.ts'

const tokenOf = () => issueFormToken('only-for-the-tests', Date.now() - 10_000)
const visitor = { name: 'Amal Unlisted', email: 'amal@unlisted.example' }

type Fields = Record<string, string>
type Lang = 'Ar' | 'En'

/** Sends a form as a browser without script does. */
async function post(
  { url }: Pick<Site, 'url'>,
  fields: Fields,
  {
    to = '/quick-list',
    lang = 'En',
    file,
    headers = {},
  }: { to?: string; lang?: Lang; file?: File; headers?: Fields } = {},
) {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.append(name, value)
  body.append('file', file ?? new File([], ''))
  const all = { cookie: `lang=${lang}`, ...headers }
  const response = await fetch(url + to, { method: 'POST', body, headers: all, redirect: 'manual' })
  const bytes = Buffer.from(await response.arrayBuffer())
  return { status: response.status, headers: response.headers, bytes, html: bytes.toString() }
}

const attribute = (tag: string, name: string) => new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1]

/** The lines of a checked list as the page states them, in the buyer's order. */
function linesIn(html: string) {
  const tags = [...html.matchAll(/<li [^>]*data-line="[^>]*>/g)].map(([tag]) => tag)
  const lineOf = (tag: string) => Number(attribute(tag, 'data-line'))
  return tags
    .sort((a, b) => lineOf(a) - lineOf(b))
    .map((tag) => ({
      state: attribute(tag, 'data-state'),
      id: attribute(tag, 'data-id'),
      code: attribute(tag, 'data-code'),
      quantity: attribute(tag, 'data-quantity'),
      quantityText: attribute(tag, 'data-quantity-text'),
    }))
}

/** The fields that the form of a checked list sends: the list, its words, quantities and choices. */
function fieldsIn(html: string): Fields {
  const inputs = [...html.matchAll(/<input [^>]*>/g)].map(([tag]) => tag)
  const sent = inputs.filter((tag) => {
    const name = attribute(tag, 'name') ?? ''
    const isOff = /type="(?:radio|checkbox)"/.test(tag) && !/ checked=/.test(tag)
    return /^(?:list$|(?:words|quantity|choice)\.)/.test(name) && !isOff
  })
  return Object.fromEntries(
    sent.map((tag) => [attribute(tag, 'name') ?? '', attribute(tag, 'value') ?? '']),
  )
}

const list = {
  En: [
    'Section 1: LV panels',
    '1.\tMCB 3 pole 32 A curve D 10 kA\tNo.\t6',
    '2.\tMCB 32A\tNo.\t2',
    '3.\tPortland cement 50 kg\tbags\t20',
    '4.\tTR-4P63-S300\tpcs\t3',
    '5.\t=HYPERLINK("http://evil.example")\tpcs\t1',
  ].join('\n'),
  Ar: [
    'أعمال الكهرباء',
    '١-\tقاطع مصغر ٣ أقطاب ٣٢ أمبير منحنى D\tعدد\t٦',
    '٢-\tقاطع مصغر ٣٢ أمبير\tعدد\t٢',
    '٣-\tإسمنت بورتلاندي\tكيس\t٢٠',
    '٤-\tTR-4P63-S300\tعدد\t٣',
    '٥-\t=HYPERLINK("http://evil.example")\tعدد\t١',
  ].join('\n'),
}

let site: SiteProcess
beforeAll(async () => {
  const settings = { TRUST_PROXY: '127.0.0.1,::1', LOG_LEVEL: 'info' }
  const OPS_PORT = String(await getFreePort())
  site = await startFilledSite({ ...settings, OPS_PORT }, startSiteProcess)
})
afterAll(() => site.stop())

const d32 = { state: 'sure', id: 'tm63-3p-d', code: 'TM63-3D32', quantity: '6' }
const rccb = { state: 'sure', id: 'tr-4p-s300', code: 'TR-4P63-S300', quantity: '3' }

describe.each(['En', 'Ar'] as const)('in %s, without script', (lang) => {
  test('a list is checked, changed, put on the quotation list and downloaded', async () => {
    const other = lang === 'En' ? 'Ar' : 'En'
    const send = (fields: Fields) => post(site, fields, { lang })
    const toFile = (fields: Fields) => post(site, fields, { lang, to: '/quick-list/file' })
    const checked = await send({ lines: list[lang] })
    expect([checked.status, checked.headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect(checked.headers.get('content-language')).toBe(lang.toLowerCase())
    const lines = linesIn(checked.html)
    expect(lines.map(({ state }) => state)).toEqual([
      ...['note', 'sure', 'choose', 'none', 'sure', 'none'],
    ])
    expect([lines[1], lines[4]]).toEqual([d32, rccb])
    expect(lines[3]).toMatchObject({ id: undefined, quantity: '20' })

    // What needs a look comes first, and the bar leads to it; the rest is folded, and sent all the same.
    const numbers = [...checked.html.matchAll(/<small>(?:Line|السطر) (\d)<\/small>/g)]
    expect(numbers.map(([, number]) => number)).toEqual(['2', '3', '5', '1', '4'])
    const groups = [...checked.html.matchAll(/ id="lines-(\w+)"/g)].map(([, group]) => group)
    expect(groups).toEqual(['choose', 'none', 'sure', 'note'])
    expect(checked.html).toMatch(/<details id="lines-sure" class="[^"]*"><summary>/)
    for (const group of ['sure', 'choose', 'none'])
      expect(checked.html).toContain(`href="#lines-${group}"`)
    const add = {
      En: 'Add the products to the quotation list',
      Ar: 'إضافة المنتجات إلى قائمة طلب السعر',
    }
    expect(checked.html).toContain(add[lang])

    const fields = fieldsIn(checked.html)
    expect(fields).toMatchObject({ 'quantity.1': '6', 'words.4': 'TR-4P63-S300' })
    expect(fields).not.toHaveProperty('choice.2')
    const changes = {
      ...{ 'quantity.1': '٩', 'choice.2': '2', 'words.3': 'contactor 32A coil 230V', remove: '5' },
      ...{ name: 'Amal', action: 'search' },
    }
    const changed = await send({ ...fields, ...changes })
    expect(changed.html).toContain('value="Amal"')
    const [, first, second, third, ...rest] = linesIn(changed.html)
    expect(first).toEqual({ ...d32, quantity: '9' })
    expect(third).toMatchObject({ state: 'sure', id: 'tc-38', code: 'TC32', quantity: '20' })
    expect(rest).toEqual([rccb])
    // The line has its new words; what was written is below.
    const edited = lang === 'Ar' ? 'عُدّل' : 'edited'
    expect(changed.html).toMatch(
      new RegExp(`· ${edited}</small><p id="text-4"><bdi>contactor 32A coil 230V</bdi></p><small>`),
    )
    expect(fieldsIn(changed.html)['choice.2']).toBe('2')
    // The first of the choices is the best one, also if another is taken.
    expect(second).toEqual(lines[2])

    const added = await send({ ...fieldsIn(changed.html), action: 'add' })
    expect([added.status, added.headers.get('location')]).toEqual([303, '/quote-list'])
    const [cookie = ''] = added.headers.getSetCookie()
    // The third choice of the second line is the product of the first: curves C and B fit it alike.
    expect(cookie).toMatch(/^quote=tm63-3p-d~TM63-3D32:11,tc-38~TC32:20,tr-4p-s300~TR-4P63-S300:3;/)
    const partly = await send({ ...fields, action: 'add' })
    expect([partly.status, partly.headers.getSetCookie()[0]]).toEqual([
      200,
      // Of a line with choices none is taken unasked.
      expect.stringMatching(/^quote=[^,]+,[^,]+;/),
    ])
    expect(linesIn(partly.html)).toEqual(lines)

    const xlsx = await toFile({ ...fields, action: 'xlsx' })
    expect(xlsx.headers.get('content-disposition')).toMatch(/^attachment; .*\.xlsx"$/)
    const [sheet] = await readSpreadsheet('list.xlsx', xlsx.bytes)
    const rows = sheet?.rows.map((cells) => cells.map(({ text }) => text)) ?? []
    const [heading = [], note, row = []] = rows
    expect(heading).toHaveLength(12)
    expect(note?.[0]).toBe(list[lang].split('\n')[0])
    expect(row.slice(0, 4)).toEqual(list[lang].split('\n')[1]?.split('\t'))
    expect(row.slice(5, 7)).toEqual(['TM63-3D32', '6'])
    expect(row[10]).toBe(`${site.url}/product-details/tm63-3p-d#TM63-3D32`)
    const csv = await toFile({ ...fields, action: 'csv' })
    expect(csv.headers.get('cache-control')).toBe('no-store')
    expect(csv.html).toMatch(/^\ufeff/)
    expect(csv.html).toContain(`"'=HYPERLINK(""http://evil.example"")"`)
    const expired = await toFile({ ...fields, list: 'x', action: 'csv' })
    expect(expired.html).toContain(',TM63-3D32,6,')
    const pdf = await toFile({ ...fields, action: 'pdf' })
    const asked = plainText('MCB 3 pole 32 A curve D 10 kA')
    const { text, pages } = await readPdf(pdf.bytes)
    expect(text).toContain('TM63-3D32')
    if (lang === 'En') expect(text).toContain(asked)
    const submittal = await readPdf(
      (await toFile({ ...fields, sheet: 'submittal', project: 'Hofuf' })).bytes,
    )
    expect(submittal.text).toContain('Hofuf')
    expect(submittal.text).toContain('IEC60947-2')
    expect(submittal.pages).toBeGreaterThan(pages + 3)
    // The list is that of its form, in any language.
    const inOther = await post(site, { ...fields, action: 'search' }, { lang: other })
    expect(inOther.headers.get('content-language')).toBe(other.toLowerCase())
    expect(linesIn(inOther.html)).toEqual(lines)
  })
})

test('an enquiry about a list of 300 lines has them all, with the words of the buyer', async () => {
  const sure = 'MCB 3 pole 32 A curve D 10 kA, 6 pcs'
  // The words of a field that a visitor changes have 300 characters; these are not changed.
  const bags = ' in bags of paper'.repeat(30)
  const lines = Array.from(
    { length: 300 },
    (_, at) => `Portland cement No ${at}T${at === 3 ? bags : ''} - ${at + 2} pcs`,
  )
  const checked = await post(site, { lines: [sure, ...lines].join('\n') })
  expect(linesIn(checked.html)).toHaveLength(300)
  expect(checked.html).toContain('the last line was not read')
  const fields = { ...fieldsIn(checked.html), ...visitor, form: tokenOf() }
  const back = await post(site, { ...fields, name: '' })
  expect(back.status).toBe(422)
  expect(linesIn(back.html)).toEqual(linesIn(checked.html))
  const unread = await post(site, { ...fields, 'quantity.7': 'many' })
  expect(unread.status).toBe(422)
  expect(unread.html).toContain('value="many"')
  const sent = await post(site, { ...fields, 'quantity.7': '777' })
  expect(sent.status).toBe(303)
  const stored = await (await fetch(`${site.adminUrl}/enquiries?format=csv`)).text()
  expect(stored).toMatch(/6 × TM63-3D32 .*\[MCB 3 pole 32 A curve D 10 kA, 6 pcs\]/)
  for (const at of [0, 3, 150, 297]) expect(stored).toContain(`${at + 2} × ${lines[at]}\n`)
  expect(stored.match(/Portland cement No \d+T/g)).toHaveLength(299)
  expect(stored).toContain('777')
  expect(site.output()).not.toMatch(/Portland cement|unlisted/)
})

test('an enquiry about a list names the part of it that each line is in', async () => {
  const parts = 'Dear Sir,\nGround floor\n6 TM63-3D32\nالدور الأول:\n3 TR-4P63-S300'
  const checked = await post(site, { lines: parts })
  expect(linesIn(checked.html).map(({ state }) => state)).toContain('note')
  const fields = { ...fieldsIn(checked.html), ...visitor, form: tokenOf() }
  expect((await post(site, fields)).status).toBe(303)
  const stored = await (await fetch(`${site.adminUrl}/enquiries?format=csv`)).text()
  expect(stored).toMatch(/6 × TM63-3D32[^\n]*Ground floor/)
  expect(stored).toMatch(/3 × TR-4P63-S300[^\n]*الدور الأول/)
  expect(stored).not.toMatch(/Dear Sir/)
})

test('a title that is not known as one is offered products, and none is taken for it', async () => {
  const checked = await post(site, { lines: 'Distribution boards\n6 TM63-3D32\n3 TR-4P63-S300' })
  expect(linesIn(checked.html).map(({ state }) => state)).toEqual(['choose', 'sure', 'sure'])
  expect(fieldsIn(checked.html)).not.toHaveProperty(['choice.0'])
})

test('no product is taken unasked for a line that does not name it', async () => {
  const { html } = await post(site, { lines: 'Acti9 iC60N C16 - 4 nos\nRCBB 63A 4P - 2 nos' })
  expect(linesIn(html)).toMatchObject([
    { state: 'choose', code: 'TM63-C16', quantity: '4' },
    { state: 'choose', code: 'TR-4P63-S300', quantity: '2' },
  ])
  for (const at of [0, 1]) expect(fieldsIn(html)).not.toHaveProperty([`choice.${at}`])
})

describe('V44: a quantity that is not understood is asked for, and never 1', () => {
  const heading = 'Code\tDescription\tUnit\tQty'
  const lines = [heading, 'TM63-3D32\tMCB\tNo.\t?', 'TR-4P63-S300\tRCCB\tNo.\t3'].join('\n')

  test('its text stands beside an empty field, its line is not sure, and sending asks for it', async () => {
    const checked = await post(site, { lines })
    expect(linesIn(checked.html).slice(1)).toMatchObject([
      { ...d32, state: 'choose', quantity: undefined, quantityText: '?' },
      rccb,
    ])
    expect(checked.html).toContain('One line without a quantity')
    const fields = { ...fieldsIn(checked.html), ...visitor, form: tokenOf() }
    const refused = await post(site, fields)
    expect(refused.status).toBe(422)
    expect(refused.html).toMatch(/name="quantity\.1"[^>]*aria-invalid="true"/)
    expect(linesIn(refused.html)).toEqual(linesIn(checked.html))

    const filled = await post(site, { ...fields, 'quantity.1': '7', action: 'search' })
    expect(linesIn(filled.html)[1]).toMatchObject({ ...d32, quantity: '7' })
    const csv = await post(site, { ...fields, action: 'csv' }, { to: '/quick-list/file' })
    expect(csv.html).toContain(',TM63-3D32,not stated,')
    const added = await post(site, { ...fields, action: 'add' })
    expect(added.status).toBe(422)
    expect(added.headers.getSetCookie()[0]).toMatch(/^quote=tr-4p-s300~TR-4P63-S300:3;/)
  })

  test('the visitor may leave it to the company, whose message says so', async () => {
    const checked = await post(site, { lines })
    const fields = { ...fieldsIn(checked.html), ...visitor, form: tokenOf() }
    const sent = await post(site, { ...fields, 'open-quantities': '1' })
    expect(sent.status).toBe(303)
    const stored = await (await fetch(`${site.adminUrl}/enquiries?format=csv`)).text()
    expect(stored).toContain('not stated × TM63-3D32')
  })

  test('of several columns the visitor chooses one', async () => {
    const columns =
      'Description\tUnit\tPlanned qty\tRevised qty\nMCB 3 pole 32 A curve D 10 kA\tNo.\t240\t241'
    const checked = await post(site, { lines: columns })
    expect(linesIn(checked.html)[1]).toMatchObject({
      quantity: undefined,
      quantityText: '240 · 241',
    })
    const chosen = await post(site, {
      ...{ ...fieldsIn(checked.html), 'quantity-column': 'Revised qty', action: 'search' },
    })
    expect(linesIn(chosen.html)[1]).toMatchObject({ ...d32, quantity: '241' })
  })

  test('what was taken for a note becomes an item', async () => {
    const checked = await post(site, { lines: `Project: TR-4P63-S300\n${lines}` })
    expect(linesIn(checked.html).map(({ state }) => state)).toEqual([
      'note',
      'note',
      'choose',
      'sure',
    ])
    const item = await post(site, { ...fieldsIn(checked.html), item: '0' })
    expect(linesIn(item.html)[0]).toMatchObject({ id: 'tr-4p-s300', quantity: undefined })
  })
})

test('nothing that misses a rating is taken unasked, and what was not compared is told', async () => {
  const lines = 'ATS 400A 4P, 2 pcs\nMCCB 3P 100A 36kA purple with shunt trip, 3 pcs'
  const { html } = await post(site, { lines })
  expect(linesIn(html)).toMatchObject([
    { state: 'choose', id: 'tt-250' },
    { state: 'sure', code: 'TX160-100' },
  ])
  const fields = fieldsIn(html)
  expect(fields).not.toHaveProperty(['choice.0'])
  const told = 'Not checked: purple, shunt trip'
  expect(html).toContain(told)
  const toFile = (action: Fields) =>
    post(site, { ...fields, ...action }, { to: '/quick-list/file' })
  const csv = await toFile({ action: 'csv' })
  expect(csv.html).toContain(told)
  expect(csv.html).toMatch(/^"?ATS 400A 4P, 2 pcs"?,,,2,,Needs your choice,/m)
  const { text } = await readPdf((await toFile({ sheet: 'submittal' })).bytes)
  expect(text).toContain(plainText(told))
})

test('the quotation list holds fifty items; the rest is counted', async () => {
  const codes = ['TM63-3D6', 'TM63-3D10', 'TM63-3D16', 'TM63-3D20', 'TM63-3D25', 'TM63-3D32']
  const checked = await post(site, { lines: codes.join('\n') })
  const quote = Array.from({ length: 47 }, (_, at) => `item-${at}:1`).join(',')
  const headers = { cookie: `lang=En; quote=${quote}` }
  const added = await post(site, { ...fieldsIn(checked.html), action: 'add' }, { headers })
  expect(added.status).toBe(200)
  expect(added.html).toContain('3 items were added to the quotation list.')
  expect(added.html).toContain('3 items did not fit on the quotation list, which holds 50.')
})

test('a list whose check is forged, changed or of another process is searched again from its words', async () => {
  const checked = await post(site, { lines: list.En })
  const fields = fieldsIn(checked.html)
  const { list: claim = '' } = fields
  const wrong = [
    '',
    'list1.x',
    `${claim.slice(0, -2)}AA`,
    `x${claim}`,
    claim.replace('list1', 'list0'),
  ]
  for (const forged of wrong) {
    const again = await post(site, { ...fields, list: forged, 'quantity.1': '8' })
    expect(again.status, forged).toBe(200)
    expect(again.html).toContain('We have searched for the lines of this list again')
    // Headings have no fields.
    const [first, ...rest] = linesIn(again.html)
    expect(first).toEqual({ ...d32, quantity: '8' })
    expect(rest).toEqual(linesIn(checked.html).slice(2))
  }
})

const printed = (name: string) => readFileSync(`tests/printed-lists/${name}.pdf`)

test.each(['Ar', 'En'] as const)(
  'a list of this site comes back whole from its PDF in %s',
  async (lang) => {
    const catalogue = await fetch(`${site.url}/catalogue.json?lang=${lang}`)
    const { products } = (await catalogue.json()) as {
      products: { id: string; variants: { code: string }[] }[]
    }
    const asked = products
      .flatMap(({ id, variants }) => variants.slice(-1).map(({ code }) => ({ id, code })))
      .filter((_, at) => at % 3 === 0)
      .slice(0, 30)
      .map((one, at) => ({ ...one, quantity: at * 7 + 1, note: `ملاحظة ${at}, red "x"` }))
    const form = new URLSearchParams({
      items: asked.map(({ id, code, quantity }) => `${id}~${code}:${quantity}`).join(','),
    })
    for (const { id, code, note } of asked) form.set(`note.${id}~${code}`, note)
    const headers = { cookie: `lang=${lang}`, origin: site.url }
    const made = await fetch(`${site.url}/quote-list.pdf`, { method: 'POST', body: form, headers })
    const file = new File([await made.arrayBuffer()], 'list.pdf')
    const { html } = await post(site, { lines: '' }, { lang, file })
    const found = linesIn(html).filter(({ state }) => state !== 'note')
    expect(asked).toHaveLength(30)
    expect(found.map(({ state, id, code, quantity }) => [state, id, code, quantity])).toEqual(
      asked.map(({ id, code, quantity }) => ['sure', id, code, String(quantity)]),
    )
    for (const { note } of asked) expect(html).toContain(note.replaceAll('"', '&quot;'))
  },
)

test('text that was copied from right to left, and a PDF, are read as they were written', async () => {
  const lines = '6 دﺪﻋ 32D63-3TM ﺮﻐﺼﻣ ﻊﻃﺎﻗ\n3 دﺪﻋ 300S63-P4-TR'
  const file = new File([new Uint8Array(printed('chromium-ar-narrow-plain'))], 'bill.pdf')
  const { html } = await post(site, { lines }, { lang: 'Ar', file })
  const items = linesIn(html).filter(({ state }) => state !== 'note')
  expect(items.slice(0, 2)).toEqual([d32, rccb].map((one) => expect.objectContaining(one)))
  const ofFile = items.slice(2)
  const quantities = ofFile.map(({ quantity }) => quantity)
  expect(quantities).toEqual(['240', '36', '7', '300', '4', '12', '1200', '10', '85'])
  expect(ofFile[0]).toMatchObject({ state: 'sure', code: 'TM63-C16' })
})

test('of text that was copied in pieces, it is said, and nothing has a quantity', async () => {
  const { html } = await post(site, { lines: 'TM63-3D32\n6\nunit\nTR-4P63-S300' })
  const items = linesIn(html).filter(({ state }) => state !== 'note')
  expect(items.map(({ state, quantityText }) => [state, quantityText])).toEqual([
    ['choose', '6'],
    ['choose', 'unit'],
  ])
  expect(html).toContain('This text was copied in pieces or reversed')
})

test('a table of another program, of a type that enquiries do not have', async () => {
  const rows = ['Description', 'Qty', 'TM63-3D32', '6'].map(
    (text) => `<table:table-cell><text:p>${text}</text:p></table:table-cell>`,
  )
  const table = [rows.slice(0, 2), rows.slice(2)]
    .map((cells) => `<table:table-row>${cells.join('')}</table:table-row>`)
    .join('')
  const names = 'urn:oasis:names:tc:opendocument:xmlns'
  const flat = `<?xml version="1.0" encoding="UTF-8"?>
<office:document xmlns:office="${names}:office:1.0" xmlns:table="${names}:table:1.0" xmlns:text="${names}:text:1.0" office:mimetype="application/vnd.oasis.opendocument.spreadsheet"><office:body><office:spreadsheet><table:table table:name="A">${table}</table:table></office:spreadsheet></office:body></office:document>`
  const { html } = await post(site, { lines: '' }, { file: new File([flat], 'bill.fods') })
  expect(linesIn(html)[1]).toEqual(expect.objectContaining(d32))
})

test('a file that cannot be read travels with an enquiry, and one that was refused for now stays', async () => {
  const photo = new File([new Uint8Array(sampleFiles['photo.jpg'])], 'bill.jpg')
  const { html } = await post(site, { lines: 'keep 5 pcs' }, { file: photo })
  expect(html).toContain(
    'Please send a quotation for the items in the attached file.\n\nkeep 5 pcs</textarea>',
  )
  const claim = /name="kept-file" value="([^"]+)"/.exec(html)?.[1] ?? ''
  const fields = { ...visitor, message: 'Quote, please', form: tokenOf() }
  const sent = await post(site, { ...fields, 'kept-file': claim }, { to: '/enquiry' })
  expect(sent.status).toBe(303)
  // What enquiries do not accept is read here only, though a list's form may have kept it.
  const other = new File(['three\0breakers'], 'bill.bin')
  expect((await post(site, { lines: '' }, { file: other })).html).not.toContain('kept-file')
})

test('a page that waits for its list is told how far it is', async () => {
  const stateOf = async (id: string): Promise<unknown> =>
    (await fetch(`${site.url}/quick-list/progress/${id}`)).json()
  const id = 'abcdefgh12345678'
  const pdf = new File([new Uint8Array(printed('calc-en-ltr-plain'))], 'bill.pdf')
  await post(site, { lines: '', progress: id }, { file: pdf })
  const progress = { of: 'lines', done: 9, total: 9 }
  expect(await stateOf(id)).toEqual({ progress, isIndexed: true })
  for (const unknown of ['none', 'abcdefgh', '../abcdefgh', 'a'.repeat(900)]) {
    expect(await stateOf(encodeURIComponent(unknown))).toEqual({ progress: null, isIndexed: true })
  }
})

describe('V43: what is no list is answered with a sentence', () => {
  test.each<[name: string, bytes: Buffer, sentence: string]>([
    ['ps.pdf', printed('without-letters'), 'The letters of this file are stored as shapes'],
    ['latin.pdf', printed('other-letters'), 'The letters of this file are stored as shapes'],
    ['bill.xls', sampleFiles['list.xls'], 'This file is protected by a password'],
    ['bill.xlsx', sampleFiles['photo.png'], 'This file is a picture'],
    ['bill.bin', Buffer.from('three\0breakers'), 'This file could not be read.'],
    ['bill.txt', Buffer.alloc(2 * 1024 * 1024 + 1, 'a\n'), 'This file is too large'],
  ])('%s, and what was pasted stays', async (name, bytes, sentence) => {
    const file = new File([new Uint8Array(bytes)], name)
    const answer = await post(site, { lines: 'keep 5 pcs' }, { file })
    expect(answer.status).toBe(422)
    expect(answer.html).toContain(sentence)
    expect(answer.html).toContain('keep 5 pcs</textarea>')
  })

  test.each(['', ' - - \n\t'])('a form with nothing to read: "%s"', async (lines) => {
    const answer = await post(site, { lines })
    expect(answer.status).toBe(422)
    expect(answer.html).toContain('Paste your lines, or choose a file.')
  })
})

describe('V41: what is small as a file or a form, and large as a page', () => {
  const large = 2_000_000
  const words = 'قاطع مصغر ٣ أقطاب ٣٢ أمبير منحنى D '.repeat(28)
  const ofSigns = `MCB 3 pole ${`&<">'`.repeat(160)}`
  const choices = Array.from({ length: 300 }, (_, at) => `MCB 3 pole 32 A curve C 10 kA ${at}\t6`)

  test.each<[name: string, lines: string, book: Buffer | null, isWhole: boolean]>([
    ['a text that 23,400 cells of a workbook refer to', '', workbookOfOneText(words, 900), false],
    ['signs that are escaped', Array(300).fill(ofSigns).join('\n'), null, false],
    ['five choices for each of 300 lines', choices.join('\n'), null, true],
  ])('%s: one budget, and what is over it is said', async (name, lines, book, isWhole) => {
    const headers = { 'x-forwarded-for': `198.51.100.${name.length}` }
    const file = book ? new File([new Uint8Array(book)], 'bill.xlsx') : undefined
    const checked = await post(site, { lines }, { headers, ...(file && { file }) })
    expect(checked.status).toBe(200)
    expect(checked.bytes.length).toBeLessThan(large)
    const found = linesIn(checked.html)
    if (isWhole) expect(new Set(found.map(({ id }) => id))).toEqual(new Set([found[0]?.id]))
    else expect(checked.html).toContain('The list is longer than 300 items or 256 kB')
    expect(checked.html.includes('so fewer products are shown for each line')).toBe(isWhole)

    const { list: claim = '' } = fieldsIn(checked.html)
    const before = residentMb(site.pid)
    const peakMb = watchMemory(site.pid)
    const count = sized(12, 4)
    const again = await Promise.all(
      Array.from({ length: count }, () =>
        post(site, { list: claim, action: 'search' }, { headers }),
      ),
    )
    expect(again.map(({ status }) => status)).toEqual(Array(count).fill(200))
    expect(again.every(({ html }) => linesIn(html).length === found.length)).toBe(true)
    expect(peakMb() - before).toBeLessThan(100)
  })
})

describe('lists that are sent again and again', () => {
  let limited: Site
  // All senders share a limit, which the other tests of this file would use up.
  beforeAll(async () => {
    limited = await startSite({ TRUST_PROXY: '127.0.0.1,::1' })
  })
  afterAll(() => limited.stop())

  test('whole lists as their writers make them, each of another client', async () => {
    for (const [at, { name, lines }] of readLists().entries()) {
      // The others are tried where lines are matched.
      if (at % 3 > 0) continue
      const headers = { 'x-forwarded-for': `192.0.2.${at + 1}` }
      const text = lines.map(({ line }) => line).join('\n')
      const { html } = await post(limited, { lines: text }, { lang: 'Ar', headers })
      const answered = linesIn(html)
      expect(answered, name).toHaveLength(lines.length)
      for (const [place, asked] of lines.entries()) {
        const { state, id = '', code = '', quantity, quantityText } = answered[place] ?? {}
        expect(state === 'note', asked.line).toBe(asked.kind === 'note')
        if (state === 'note') continue
        expect(quantity, asked.line).toBe(asked.quantity?.toString())
        expect(quantityText !== undefined, asked.line).toBe(asked.quantity === null)
        if (state !== 'sure') continue
        expect(asked.products, asked.line).toContain(id)
        if (asked.codes) expect(asked.codes, asked.line).toContain(code)
      }
    }
  })

  test('V28: a client that sends too many lists gets its text back, and its file to be sent again', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.9' }
    const answers = []
    for (let at = 0; at < 12; at += 1) {
      answers.push(await post(limited, { lines: 'keep <5> pcs cement' }, { headers }))
    }
    expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(200))
    // Enquiries do not have files of this type.
    const file = new File(['Description;Qty\nTM63-D9;7\n'], 'bill.dat')
    const refused = await post(limited, { lines: 'keep <5> pcs cement' }, { headers, file })
    expect(refused.status).toBe(429)
    expect(refused.html).toContain('keep &lt;5&gt; pcs cement</textarea>')
    expect(refused.html).toContain('bill.dat')
    const claim = /name="sent-file" value="([^"]+)"/.exec(refused.html)?.[1] ?? ''
    const others = { 'x-forwarded-for': '203.0.113.10' }
    const again = await post(limited, { lines: '', 'sent-file': claim }, { headers: others })
    expect(linesIn(again.html)[1]).toMatchObject({ quantity: '7' })
    const gone = await post(limited, { lines: '', 'sent-file': `${claim}x` }, { headers: others })
    expect(gone.html).toContain('The file that you sent before is no longer stored.')
    const attached = { ...visitor, message: 'Quote', form: tokenOf(), 'kept-file': claim }
    const enquiry = await post(limited, attached, { to: '/enquiry', headers: others })
    expect(enquiry.status).toBe(422)
  })

  test('V41: each post of a checked list spends, also for a file of it; words and quantities come back', async () => {
    const headers = { 'x-forwarded-for': '198.51.100.200' }
    const fields = fieldsIn((await post(limited, { lines: 'cement, 5 pcs' }, { headers })).html)
    const answers = []
    while (answers.at(-1)?.status !== 429 && answers.length < 200) {
      answers.push(await post(limited, { ...fields, action: 'search' }, { headers }))
    }
    const refused = answers.pop()
    expect(answers.length).toBeGreaterThanOrEqual(44)
    expect(refused?.status).toBe(429)
    expect(refused?.html).toContain('cement\t5</textarea>')
    const sheet = await post(
      limited,
      { ...fields, action: 'pdf' },
      { headers, to: '/quick-list/file' },
    )
    expect([sheet.status, sheet.headers.get('retry-after')]).toEqual([429, expect.any(String)])
    expect(sheet.html).toContain('<h1')
  })
})

test('F01: while the content API is dead, a list comes back as it is, and reaches the company', async () => {
  const receiver = await startRecordingApi((response) => response.writeHead(204).end())
  const own = await startSite({
    CONTENT_API_URL: `http://127.0.0.1:${await getFreePort()}`,
    SEARCH_CRAWL_PER_S: '1000',
    ENQUIRY_DELIVERY: 'webhook',
    ENQUIRY_WEBHOOK_URL: receiver.url,
    ENQUIRY_WEBHOOK_SECRET: 'a secret of the webhook',
  })
  onTestFinished(() => own.stop())
  expect((await fetch(`${own.url}/quick-list`)).status).toBe(200)
  const checked = await post(own, { lines: list.En })
  expect(checked.status).toBe(200)
  expect(linesIn(checked.html).map(({ state }) => state)).toEqual([
    ...['note', 'later', 'later', 'later', 'later', 'later'],
  ])
  const fields = { ...fieldsIn(checked.html), ...visitor, form: tokenOf() }
  expect((await post(own, fields)).status).toBe(303)
  const [request] = await receiver.arrived(1)
  const { items } = JSON.parse(request?.body.toString() ?? '')
  expect(items).toHaveLength(5)
  const asked: unknown = expect.stringContaining('MCB 3 pole 32 A curve D 10 kA')
  expect(items[0]).toMatchObject({ asked, quantity: 6, id: '' })
})
