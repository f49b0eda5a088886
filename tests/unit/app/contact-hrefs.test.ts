import { describe, expect, test } from 'vitest'
import {
  emailHref,
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
})

describe('an e-mail address becomes a mailto link', () => {
  test('surrounding white space is removed', () => {
    expect(emailHref(' info@tayyar.example\n')).toBe('mailto:info@tayyar.example')
  })
})

describe('a WhatsApp value becomes a chat link', () => {
  test.each([
    ['966500000000', 'https://wa.me/966500000000'],
    ['+966 50 000-0000', 'https://wa.me/966500000000'],
    ['(966) 500 000 000', 'https://wa.me/966500000000'],
    ['https://wa.me/966500000000', 'https://wa.me/966500000000'],
    [' https://api.whatsapp.com/send?phone=966 ', 'https://api.whatsapp.com/send?phone=966'],
  ])('%j', (value, href) => {
    expect(whatsappHref(value)).toBe(href)
  })

  test.each(['', '12345', '1234567890123456', 'call us', 'javascript:alert(1)', 'wa.me/966'])(
    '%j is neither a number nor a link',
    (value) => {
      expect(whatsappHref(value)).toBeNull()
    },
  )
})

describe('a web address becomes a link', () => {
  test.each([
    ['https://x.example/tayyar', 'https://x.example/tayyar'],
    ['HTTP://x.example', 'HTTP://x.example'],
    ['  https://x.example/تيار?a=1&b=2#c ', 'https://x.example/تيار?a=1&b=2#c'],
  ])('%j', (address, href) => {
    expect(webHref(address)).toBe(href)
  })

  test.each([
    ...['', ' ', 'x.example', '//x.example', '/contact', '#', 'https:x.example', 'https://'],
    ...['javascript:alert(1)', 'JaVaScRiPt:alert(1)', ' javascript:alert(1)', 'java\nscript:1'],
    ...['data:text/html,<script>1</script>', 'vbscript:1', 'file:///etc/passwd', 'ftp://x.example'],
    ...['\u0000https://x.example', 'xhttps://x.example', 'https://[', 'javascript:https://x'],
  ])('%j never becomes a link', (address) => {
    expect(webHref(address)).toBeNull()
  })
})
