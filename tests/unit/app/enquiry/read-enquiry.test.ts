import { describe, expect, test } from 'vitest'
import {
  errorsIn,
  hasManyLinks,
  readEnquiry,
  withWritten,
} from '../../../../app/enquiry/form/read-enquiry.server.ts'
import { quantityPattern } from '../../../../app/enquiry/add-to-list.tsx'
import { maxQuantity } from '../../../../app/enquiry/quote-items.ts'

function formOf(fields: Record<string, string>) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  return form
}

describe('a sent form', () => {
  test('is read without what cannot be seen, each field on one line', () => {
    const { values } = readEnquiry(
      formOf({
        name: '  Amal\r\nBcc: all@site.example \u202Eevil\u2066 ',
        email: ' \u200Famal@site.example\n',
        phone: '٠٥٠ ١٢٣ ٤٥٦٧',
        message: 'One\r\n\r\n\r\n\r\nTwo\u0000 \nThree\u0007',
      }),
    )
    expect(values).toEqual({
      name: 'Amal Bcc: all@site.example evil',
      email: 'amal@site.example',
      phone: '050 123 4567',
      company: '',
      city: '',
      message: 'One\n\nTwo\nThree',
    })
  })

  test.each([
    ['amal @ site. example', 'amal@site.example', undefined],
    ['sara khan@site.example', 'sara khan@site.example', 'email'],
  ])('the address "%s" is not made another one', (email, read, fault) => {
    const sent = readEnquiry(formOf({ name: 'Sara', email, message: 'Hello' }))
    expect(sent.values.email).toBe(read)
    expect(errorsIn(sent, 'SA').email).toBe(fault)
  })

  test('has the quantities and notes that were written beside its items; 0 is no quantity', () => {
    const form = formOf({
      items: 'a:1,b~B-1:2,c:3',
      'quantity.a': '٧',
      'quantity.c': '0',
      'note.a': ' red\nones ',
      'note.unknown': 'nothing',
    })
    expect(readEnquiry(form)).toMatchObject({
      items: [
        { id: 'a', quantity: 7, note: 'red ones' },
        { id: 'b~B-1', quantity: 2 },
        { id: 'c', quantity: 3, unread: '0' },
      ],
    })
  })

  test('V32: composes the characters of a message within its length, and of no longer one', () => {
    const marked = (length: number) => 'e' + '\u0301'.repeat(length - 1)
    const read = (message: string) => readEnquiry(formOf({ message })).values.message
    expect(read(marked(4_000))).toBe(marked(4_000).normalize())
    expect(read(marked(4_001))).toBe(marked(4_001))
  })

  test('V31: has the notes of items with any id', () => {
    const ids = ['constructor', '__proto__', 'toString']
    const items = ids.map((id) => `${id}:1`).join(',')
    const plain = ids.map((id) => ({ id, quantity: 1 }))
    expect(readEnquiry(formOf({ items })).items).toEqual(plain)
    const notes = Object.fromEntries(ids.map((id) => [`note.${id}`, 'red']))
    const noted = plain.map((item) => ({ ...item, note: 'red' }))
    expect(readEnquiry(formOf({ items, ...notes })).items).toEqual(noted)
  })

  test('may contain files, which count as missing', () => {
    const form = formOf({})
    form.append('name', new File(['x'], 'x.txt'))
    form.append('items', new File(['a:1'], 'x.txt'))
    expect(readEnquiry(form)).toMatchObject({ values: { name: '' }, items: [] })
  })
})

describe('a quantity', () => {
  const read = (written: string) => withWritten({ id: 'a', quantity: 7 }, written)

  test.each([
    ['25', 25],
    ['٢٥', 25],
    ['۲۵', 25],
    [' ٢٥ ', 25],
    ['007', 7],
    ['٢٥ حبة', 25],
    ['25pcs', 25],
    ['عدد ٢٥', 25],
    ['×3', 3],
    ['1,250', 1_250],
    ['١٬٢٥٠', 1_250],
    ['1\u00a0250 m', 1_250],
    [String(maxQuantity), maxQuantity],
    ['0', 0],
    ['٠', 0],
  ])('"%s" is %i', (written, quantity) => {
    expect(read(written)).toEqual({ id: 'a', quantity })
    // The browser, which checks for a first quantity, agrees; only some patterns are compiled with `v`.
    for (const flag of ['u', 'v']) {
      expect(new RegExp(`^(?:${quantityPattern})$`, flag).test(written)).toBe(quantity > 0)
    }
  })

  test.each([
    ...['', ' ', 'many', '-5', '−5', '1.5', '1,5', '٢٫٥', '.5', '0.5', '1e2', '10-20', '3/4'],
    ...['10 20', '12,34', '1.000', '100000', '999,999', '٩'.repeat(300), 'x'.repeat(60_000)],
  ])('"%.40s" is none: the item keeps its own, with what was written', (written) => {
    expect(read(written)).toEqual({ id: 'a', quantity: 7, unread: written.slice(0, 100) })
    expect(new RegExp(`^(?:${quantityPattern})$`, 'v').test(written)).toBe(false)
  })

  test('that is none is a fault of the form', () => {
    const sent = { name: 'Amal', phone: '0501234567', items: 'a:2', 'quantity.a': 'many' }
    expect(errorsIn(readEnquiry(formOf(sent)), 'SA')).toEqual({ items: 'quantity' })
  })
})

describe('a phone number', () => {
  const faultOf = (phone: string, country?: string) =>
    errorsIn(readEnquiry(formOf({ name: 'Amal', phone, message: 'Panels' })), country).phone

  test.each([
    ...['0501234567', '٠٥٠١٢٣٤٥٦٧', '+966 50 123 4567', '00971501234567', '(011) 555-0110'],
    // The plus as it is typed in Arabic, extensions, and two numbers.
    ...['966501234567+', '٩٦٦٥٠١٢٣٤٥٦٧+', '0115550100 تحويلة 12', '+966 11 555 0100 داخلي 204'],
    ...['0501234567/0551234567', '+966501234567 / +966551234567', '966501234567+ / 966551234567+'],
  ])('%s is accepted in Saudi Arabia', (phone) => expect(faultOf(phone, 'SA')).toBeUndefined())

  test('is kept as it was written', () => {
    const { values } = readEnquiry(formOf({ phone: ' ٩٦٦٥٠١٢٣٤٥٦٧+ / 0551234567 تحويلة 12 ' }))
    expect(values.phone).toBe('966501234567+ / 0551234567 تحويلة 12')
  })

  test.each([
    ...['1234567', '123+', '12/34', '+966 5', '+1', 'call me 050', '12345678901234567890'],
    // A digit is missing.
    ...['055123456', '011 555 010'],
  ])('%s is not', (phone) => expect(faultOf(phone, 'SA')).toBe('phone'))

  test('keeps the 0 of a country whose numbers begin with it', () => {
    expect(faultOf('06 6982', 'IT')).toBeUndefined()
  })

  test('without a country code is accepted where no country is known', () => {
    expect(faultOf('0501234567')).toBeUndefined()
    expect(faultOf('+966 5')).toBe('phone')
  })
})

test('an enquiry with many links, in its notes too, is marked for its reader', () => {
  const message = 'See https://a.example and www.b.example'
  expect(hasManyLinks(readEnquiry(formOf({ message })))).toBe(false)
  expect(hasManyLinks(readEnquiry(formOf({ message, name: 'http://c.example' })))).toBe(true)
  const note = { items: 'a:1', 'note.a': 'http://c.example' }
  expect(hasManyLinks(readEnquiry(formOf({ message, ...note })))).toBe(true)
})
