import { describe, expect, test } from 'vitest'
import {
  contactLinksOf,
  emailParts,
  hrefsOf,
  mapHref,
  socialHref,
  webHref,
  whatsappHref,
  mailAddressOf,
} from './linked-text.ts'
import { phoneParts } from './phones.ts'
import { isReadable } from '../characters.ts'
import { accounts, chats, emails, maps, phones, type Written } from './written-contacts.ts'
import { startCpuTimer } from '../../../tests/support/loop-watch.ts'

const own = { phone: '+966 11 555 0100', country: undefined }
const oneOrNone = (href: string | null) => (href === null ? [] : [href])

function expectAll(table: readonly Written[], linksOf: (written: string) => string[]) {
  const found = table.map(([written]): Written => [written, ...linksOf(written)])
  expect(found).toEqual(table)
}

describe('F54: what is written leads to', () => {
  test.each(Object.entries(phones))('phone numbers: %s', (_, table) => {
    expectAll(table, (written) => hrefsOf(phoneParts(written)))
  })

  test('mail addresses', () => {
    expectAll(emails, (written) => hrefsOf(emailParts(written)))
  })

  test('maps', () => {
    expectAll(maps, (written) => oneOrNone(mapHref(written)))
  })

  test('WhatsApp chats', () => {
    expectAll(chats, (written) => oneOrNone(whatsappHref(written, own)))
  })

  test('accounts of social networks', () => {
    for (const [network, written, ...leadsTo] of accounts) {
      expect.soft(oneOrNone(socialHref(network, written)), written).toEqual(leadsTo)
    }
  })
})

test('F54: a text with links is whole, and begins with a link', () => {
  for (const [written] of [...Object.values(phones).flat(), ...emails]) {
    for (const parts of [phoneParts(written), emailParts(written)]) {
      const whole = parts.map(({ text }) => text).join('')
      expect(whole).toBe(isReadable(written) ? written : '')
      if (hrefsOf(parts).length > 0) expect(parts[0]?.href).toBeDefined()
    }
  }
  expect(phoneParts('Tel: 011 555 0100 / 011 555 0101 (24/7).')).toEqual([
    { text: 'Tel: 011 555 0100', href: 'tel:0115550100' },
    { text: ' / ' },
    { text: '011 555 0101', href: 'tel:0115550101' },
    { text: ' (24/7).' },
  ])
  expect(emailParts('A <a@x.com>, <b@x.com>.')).toEqual([
    { text: 'A <a@x.com>', href: 'mailto:a@x.com' },
    { text: ', <' },
    { text: 'b@x.com>.', href: 'mailto:b@x.com' },
  ])
})

/** Ways to write one number without its country code. */
const local = [
  ...['0501234567', '50 123 4567', '050-123-4567', '(050) 123.4567', ' 05 0123 4567 '],
  ...['٠٥٠١٢٣٤٥٦٧', '۰۵۰ ۱۲۳ ۴۵۶۷', '\u200f050 123 4567\u200e', '\u2066501234567\u2069'],
]

describe('a WhatsApp number without a country code', () => {
  const chat = 'https://wa.me/966501234567'

  test.each(local)(
    '%j gets that of the contact’s own phone number, or of the given country',
    (text) => {
      expect(whatsappHref(text, own)).toBe(chat)
      expect(whatsappHref(text, { phone: '', country: 'SA' })).toBe(chat)
      expect(whatsappHref(text, { phone: '011 555 0100', country: 'SA' })).toBe(chat)
      for (const phone of ['', '011 555 0100', 'call us']) {
        expect(whatsappHref(text, { phone, country: undefined })).toBeNull()
        expect(whatsappHref(text, { phone, country: 'Riyadh' })).toBeNull()
      }
    },
  )

  test.each([
    ...['00966 11 555 0100', '٠٠٩٦٦ ١١ ٥٥٥ ٠١٠٠', '(+966) 11 555 0100', '966115550100'],
    ...['Tel: +966 11 555 0100', '+966 11 555 0100 / 0101', '+966 11 555 0100 - +971 4 555 0100'],
    ...['\u200e+966 11 555 0100', '+966 11 555 0100 ext. 5', '920012345 / +966 11 555 0100'],
  ])('gets the country code of the phone number %j, whatever the given country', (phone) => {
    expect(whatsappHref('0501234567', { phone, country: 'AE' })).toBe(chat)
    expect(whatsappHref('wa.me/0501234567', { phone, country: 'AE' })).toBe(chat)
  })

  test.each([
    ['416 555 0134', '+1 416 555 0100', '14165550134'],
    ['01001234567', '+20 2 2555 0100', '201001234567'],
    ['050 123 4567', '+971 4 555 0100', '971501234567'],
  ])('%j of the company with the phone number %j', (text, phone, digits) => {
    expect(whatsappHref(text, { phone, country: 'SA' })).toBe(`https://wa.me/${digits}`)
  })
})

test.each([
  ...['', ' ', '-', '\u200e', 'call us', '12345', '050123456', '05012345678', '+', '+966', '00'],
  ...['+999 50 123 4567', '1234567890123456', '+1234567890123456', '9'.repeat(500), 'a@b.com'],
  ...['__proto__', 'whatsapp://', 'whatsapp://send?phone=%', 'https://wa.me/%E0%A4%A?phone=x'],
])('%j is no WhatsApp number', (text) => {
  for (const origin of [own, { phone: '', country: 'SA' }, { phone: '', country: undefined }]) {
    expect(whatsappHref(text, origin) ?? 'none').toMatch(/^(?:none$|https:\/\/wa\.me\/%E0)/)
  }
})

describe('an address on the web', () => {
  test.each([
    ['https://x.example/tayyar', 'https://x.example/tayyar'],
    ['HTTP://x.example', 'HTTP://x.example'],
    ['  https://x.example/تيار-٢?a=1&b=2#c ', 'https://x.example/تيار-٢?a=1&b=2#c'],
    ['\u200ehttps://x.example\u200f', 'https://x.example'],
    ['sub_domain.tayyar-group.com.sa/a b', 'https://sub_domain.tayyar-group.com.sa/a%20b'],
    ['http:// www.x.com', 'http://www.x.com'],
    ['https:/x.com', 'https://x.com'],
    ['http:\\\\www.x.com', 'http://www.x.com'],
    ['https//x.com', 'https://x.com'],
    ['https://https://x.com', 'https://x.com'],
    ['x.com.', 'https://x.com'],
    ['https://x.com./a', 'https://x.com/a'],
    ['https://x.com/a.', 'https://x.com/a'],
    ['https://x.com/a_(b)', 'https://x.com/a_(b)'],
    ['(https://x.com/a)', 'https://x.com/a'],
    ['"https://x.com"', 'https://x.com'],
    ['https://x.com, https://y.com', 'https://x.com'],
    ['https://x.com\nhttps://y.com', 'https://x.com'],
    ['www.x.com | www.y.com', 'https://www.x.com'],
    ['<https://x.com>', 'https://x.com'],
  ])('%j', (written, href) => {
    expect(webHref(written)).toBe(href)
  })

  test.each([
    ...['facebook.com/tayyar', 'www.tayyar.com', 'x.com', 'x.com?a', 'x.com#a', 'x.com:8443/a'],
    ...['maps.google.com/?q=24.69,46.68', 't.me/tayyar'],
    ...['موقع.السعودية/خريطة', 'müller.de', 'तैयार.भारत', 'xn--mgbh0fb.xn--mgberp4a5d4ar'],
  ])('%j, which has no scheme, becomes one with https', (address) => {
    const href = `https://${address}`
    expect(webHref(address)).toBe(href)
    expect(webHref(`//${address}`)).toBe(href)
    expect(webHref(` \u200f${address}\n`)).toBe(href)
  })

  test.each([
    ...['', ' ', '/contact', '#', 'https:x.example', 'https://', '-', 'tayyar', '@tayyar'],
    ...['//tayyar', 'a@b.com', 'a@b.com/c', '//a@b.com', 'a:b@c.com', 'mailto:a@b.com', 'tel:1'],
    ...['Al Olaya, Riyadh.', '24.69,46.68', '1.5', 'x.y', '.com', 'a..com', 'Tel. 1'],
    ...['localhost:3000', '1.1.1.1/x', '///x.com', '/x.com', '\\\\x.com', 'x.com\\@y', 'x.com:y'],
    ...['https//x', 'http.:x.com', 'https://user@x.com', 'https://user:pass@x.com'],
    ...['https://['],
    ...['javascript:alert(1)', 'JaVaScRiPt:alert(1)', ' javascript:alert(1)', 'java\nscript:1'],
    ...['javascript:alert(1)//https://x.com', 'javascript:https://x'],
    ...['data:text/html,<script>1</script>', 'vbscript:1', 'file:///etc/passwd', 'ftp://x.example'],
    ...['\u0000https://x.example', 'xhttps://x.example'],
  ])('is not %j', (written) => {
    expect(webHref(written)).toBeNull()
  })
})

/** A contact that has the same text in every field. */
function contactOf(text: string) {
  return {
    ...{ adress1: text, email1: text, phone1: text, mapUrl: text, facebook: text },
    ...{ youtube: text, whatsapp: text, telegram: text, tweeter: text, instagram: text },
  }
}

test('F54: a contact’s values are each parsed as what they are', () => {
  const written = contactOf('050 123 4567')
  const parts = [{ text: '050 123 4567', href: 'tel:0501234567' }]
  const none = Object.fromEntries(Object.keys(written).map((field) => [field, null]))
  expect(contactLinksOf(written, 'SA')).toEqual({
    ...none,
    adress1: '050 123 4567',
    phone1: parts,
    email1: [{ text: '050 123 4567' }],
    whatsapp: 'https://wa.me/966501234567',
  })
  const dashes = contactOf(' — ')
  const nothing = { ...none, adress1: '', phone1: [], email1: [] }
  expect(contactLinksOf(dashes, 'SA')).toEqual(nothing)
})

test('F54: no text takes long, whatever it is made of', () => {
  const texts = [
    ...['1 ', '1-', '24.7136 ', '(', 'a@', 'a.', 'http://'].map((piece) => piece.repeat(1_000)),
    ...['"', '. '].map((sign) => `${sign.repeat(8_000)}x`),
  ]
  const tookMs = startCpuTimer()
  for (const text of texts) {
    contactLinksOf(contactOf(text), 'SA')
  }
  expect(tookMs()).toBeLessThan(20_000)
})

const punycode = 'info@xn--ogbpi5d.xn--mgberp4a5d4ar'

test.each([
  ['sales@tayyar.example', 'sales@tayyar.example'],
  ['Sales@Tayyar.COM.sa', 'Sales@Tayyar.COM.sa'],
  ["o'hara+a.b@x-y.example", "o'hara+a.b@x-y.example"],
  ['R&D@x.example', 'R&D@x.example'],
  ['info@شركة.السعودية', punycode],
  [punycode, punycode],
  ['info@müller.de', 'info@xn--mller-kva.de'],
])('mail servers take %j as %s', (written, address) => {
  expect(mailAddressOf(written)).toBe(address)
})

test.each([
  ...['', '@', 'a', 'a@b', '@x.example', 'a@', ' a@x.example', 'a@x.example\n', 'a b@x.example'],
  ...['a@x.example, b@x.example', 'A <a@x.example>', '"a"@x.example', 'a@b@x.example'],
  ...['.a@x.example', 'a..b@x.example', 'a@x..example', 'a@-x.example', 'a@1.2.3.4', 'a@[::1]'],
  ...['a@x.example?', 'a@x.example/b', 'a@x%2eexample.com', 'a@ex_ample.com', 'بريد@x.example'],
  ...[`${'x'.repeat(65)}@x.example`, `x@${'x.'.repeat(130)}example`, 'a\u0000@x.example'],
])('%j is no mail address', (written) => {
  expect(mailAddressOf(written)).toBeNull()
})
