import { describe, expect, test } from 'vitest'
import { contactViewOf } from '../../../app/content/contact-view.server.ts'
import { contactFields, type Contact } from '../../../server/content/posts/contact-fields.ts'

const none = Object.fromEntries(contactFields.map((field) => [field, ''])) as Contact

function whatsappOf(whatsapp: string, phone1: string, country?: string) {
  return contactViewOf({ ...none, whatsapp, phone1 }, country).whatsapp
}

/** Ways to write one number without its country code. */
const local = [
  ...['0501234567', '50 123 4567', '050-123-4567', '(050) 123.4567', ' 05 0123 4567 '],
  ...['٠٥٠١٢٣٤٥٦٧', '۰۵۰ ۱۲۳ ۴۵۶۷', '\u200f050 123 4567\u200e', '\u2066501234567\u2069'],
]

describe('a WhatsApp number without a country code', () => {
  test.each(local)('%j gets that of the contact’s own phone number', (whatsapp) => {
    expect(whatsappOf(whatsapp, '+966 11 555 0100')).toBe('+966501234567')
  })

  test.each(local)('%j gets that of the given country', (whatsapp) => {
    expect(whatsappOf(whatsapp, '', 'SA')).toBe('+966501234567')
    expect(whatsappOf(whatsapp, '011 555 0100', 'SA')).toBe('+966501234567')
  })

  test.each(local)('%j has no link without any', (whatsapp) => {
    expect(whatsappOf(whatsapp, '')).toBe('')
    expect(whatsappOf(whatsapp, '011 555 0100')).toBe('')
    expect(whatsappOf(whatsapp, 'call us', 'Riyadh')).toBe('')
  })

  test.each([
    ...['00966 11 555 0100', '٠٠٩٦٦ ١١ ٥٥٥ ٠١٠٠', '(+966) 11 555 0100', '966115550100'],
    ...['Tel: +966 11 555 0100', '+966 11 555 0100 / 0101', '+966 11 555 0100 - +971 4 555 0100'],
    ...['\u200e+966 11 555 0100', '+966 11 555 0100 ext. 5'],
  ])('gets the country code of the phone number %j, whatever the given country', (phone1) => {
    expect(whatsappOf('0501234567', phone1, 'AE')).toBe('+966501234567')
  })

  test.each([
    ['416 555 0134', '+1 416 555 0100', '+14165550134'],
    ['01001234567', '+20 2 2555 0100', '+201001234567'],
    ['050 123 4567', '+971 4 555 0100', '+971501234567'],
  ])('%j of the company with the phone number %j', (whatsapp, phone1, number) => {
    expect(whatsappOf(whatsapp, phone1, 'SA')).toBe(number)
  })
})

describe('a WhatsApp number with a country code stays one', () => {
  test.each([
    ...['+966 50 123 4567', '00966501234567', '966501234567', '(966) 50 123-4567'],
    ...['+966 (0)50 123 4567', '(+966) 50 123 4567', '+٩٦٦ ٥٠ ١٢٣ ٤٥٦٧', '\u200e+966 50 123 4567'],
    ...['WhatsApp: +966 50 123 4567', '+966 50 123 4567 / +966 55 123 4567'],
  ])('%j', (whatsapp) => {
    expect(whatsappOf(whatsapp, '')).toBe('+966501234567')
    expect(whatsappOf(whatsapp, '+966 11 555 0100')).toBe('+966501234567')
    expect(whatsappOf(whatsapp, '+20 2 2555 0100', 'AE')).toBe('+966501234567')
  })
})

describe('any other WhatsApp value', () => {
  test.each([
    ...['https://wa.me/966501234567', 'wa.me/966501234567', ' chat.whatsapp.com/AbC '],
    'https://api.whatsapp.com/send?phone=966501234567',
  ])('%j is a link and stays as it is', (whatsapp) => {
    expect(whatsappOf(whatsapp, '+966 11 555 0100', 'SA')).toBe(whatsapp)
  })

  test.each([
    ...['', ' ', '-', '\u200e', 'call us', '12345', '050123456', '05012345678', '+', '+966', '00'],
    ...['+999 50 123 4567', '1234567890123456', '+1234567890123456', '9'.repeat(500), 'a@b.com'],
    ...['javascript:alert(1)', 'whatsapp://send?phone=1', '__proto__'],
  ])('%j has no link', (whatsapp) => {
    expect(whatsappOf(whatsapp, '+966 11 555 0100', 'SA')).toBe('')
    expect(whatsappOf(whatsapp, '', 'SA')).toBe('')
    expect(whatsappOf(whatsapp, '')).toBe('')
  })
})

test('the other contact values stay as they were sent', () => {
  const contact = Object.fromEntries(
    contactFields.map((field) => [field, ` \u200e 0501234567 ${field} `]),
  ) as Contact
  expect(contactViewOf(contact, 'SA')).toEqual({ ...contact, whatsapp: '' })
})
