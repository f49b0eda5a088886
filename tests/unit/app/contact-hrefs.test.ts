import { describe, expect, test } from 'vitest'
import {
  emailHref,
  isReadable,
  phoneHref,
  webHref,
  whatsappHref,
} from '../../../app/components/contact-hrefs.ts'

describe('a phone number becomes a tel link', () => {
  test.each([
    ['+966 11 555 0100', 'tel:+966115550100'],
    [' 011 555\u00a00100 ', 'tel:0115550100'],
    ['+966\t11\n555', 'tel:+96611555'],
    ['920000000', 'tel:920000000'],
  ])('%j', (phone, href) => {
    expect(phoneHref(phone)).toBe(href)
  })

  test('other characters stay', () => {
    expect(phoneHref('(011) 555-0100')).toBe('tel:(011)555-0100')
  })

  test('a text without a digit does not', () => {
    expect([phoneHref('Call us'), phoneHref(' - '), phoneHref('')]).toEqual([null, null, null])
  })
})

describe('an e-mail address becomes a mailto link', () => {
  test('surrounding white space is removed', () => {
    expect(emailHref(' info@tayyar.example\n')).toBe('mailto:info@tayyar.example')
  })

  test.each(['', 'info', 'info @x.example', 'a@b@c', 'javascript:alert(1)'])(
    '%j does not',
    (text) => {
      expect(emailHref(text)).toBeNull()
    },
  )
})

describe('a WhatsApp value becomes a chat link', () => {
  test.each([
    ['+966500000000', 'https://wa.me/966500000000'],
    ['wa.me/966500000000', 'https://wa.me/966500000000'],
    ['chat.whatsapp.com/AbC', 'https://chat.whatsapp.com/AbC'],
    ['https://wa.me/966500000000', 'https://wa.me/966500000000'],
    [' https://api.whatsapp.com/send?phone=966 ', 'https://api.whatsapp.com/send?phone=966'],
  ])('%j', (value, href) => {
    expect(whatsappHref(value)).toBe(href)
  })

  test.each([
    ...['', '+12345', '+1234567890123456', 'call us', 'javascript:alert(1)'],
    // Which country's, only the server knows.
    ...['0501234567', '966500000000'],
  ])('%j is neither an international number nor a link', (value) => {
    expect(whatsappHref(value)).toBeNull()
  })
})

describe('a web address becomes a link', () => {
  test.each([
    ['https://x.example/tayyar', 'https://x.example/tayyar'],
    ['HTTP://x.example', 'HTTP://x.example'],
    ['  https://x.example/تيار?a=1&b=2#c ', 'https://x.example/تيار?a=1&b=2#c'],
    ['\u200ehttps://x.example\u200f', 'https://x.example'],
  ])('%j', (address, href) => {
    expect(webHref(address)).toBe(href)
  })

  test.each([
    ...['facebook.com/tayyar', 'www.tayyar.com', 'x.com', 'x.com?a', 'x.com#a', 'x.com:8443/a'],
    ...['maps.google.com/?q=24.69,46.68', 'sub_domain.tayyar-group.com.sa/a b', 't.me/tayyar'],
    ...['موقع.السعودية/خريطة', 'müller.de', 'तैयार.भारत', 'xn--mgbh0fb.xn--mgberp4a5d4ar'],
  ])('%j, which has no scheme, becomes one with https', (address) => {
    const href = `https://${address}`
    expect(webHref(address)).toBe(href)
    expect(webHref(`//${address}`)).toBe(href)
    expect(webHref(` \u200f${address}\n`)).toBe(href)
  })

  test.each([
    ...[
      '',
      ' ',
      '/contact',
      '#',
      'https:x.example',
      'https://',
      '-',
      'tayyar',
      '@tayyar',
      '//tayyar',
    ],
    ...[
      'a@b.com',
      'a@b.com/c',
      '//a@b.com',
      'a:b@c.com',
      'mailto:a@b.com',
      'tel:1',
      'Al Olaya, Riyadh.',
    ],
    ...[
      '24.69,46.68',
      '1.5',
      'x.y',
      'x.com.',
      '.com',
      'a..com',
      'Tel. 1',
      'localhost:3000',
      '1.1.1.1/x',
    ],
    ...['///x.com', '/x.com', '\\\\x.com', 'x.com\\@y', 'x.com:y', 'https//x', 'http.:x.com'],
    ...['javascript:alert(1)', 'JaVaScRiPt:alert(1)', ' javascript:alert(1)', 'java\nscript:1'],
    ...['data:text/html,<script>1</script>', 'vbscript:1', 'file:///etc/passwd', 'ftp://x.example'],
    ...['\u0000https://x.example', 'xhttps://x.example', 'https://[', 'javascript:https://x'],
  ])('%j never becomes a link', (address) => {
    expect(webHref(address)).toBeNull()
  })
})

describe('a value is shown', () => {
  test.each(['0', '+966 11', 'info@tayyar.example', 'الرياض', '\u200e٥'])('%j', (value) => {
    expect(isReadable(value)).toBe(true)
  })

  test.each([
    '',
    ' \n\u00a0',
    '\u200e\u200f',
    '\u2066 \u2069',
    '\u061c',
    '\ufeff',
    '-',
    ' — ',
    '...',
  ])('but not if there is nothing to read: %j', (value) => {
    expect(isReadable(value)).toBe(false)
  })
})
