import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { encodedTarget, targetFault } from '../../../../server/http/validation/target.ts'
import { addresses } from '../../../../app/addresses.ts'

describe('a valid target', () => {
  test.each([
    ...['/', '/News', '/News/', '/News?page=2&lang=En', '/assets/a-b_c.D1.js', '/error_404'],
    ...['/News?page=%D9%A3', '/News?', '/all-solution-products/s2/A%2FB%2050%25%20%22q%22'],
    ...[
      '/newsDetails/.%20',
      '/newsDetails/a..b',
      '/%D8%A3%D8%AE%D8%A8%D8%A7%D8%B1',
      '//News',
      '/.env',
    ],
    ...[`/${'a'.repeat(2_047)}`, `/News?${'a&'.repeat(99)}`],
  ])('%s', (target) => {
    expect(targetFault(target)).toBeNull()
  })

  test('is every address that the site generates', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (text) => {
        fc.pre(!/[\u0000-\u001f\u007f-\u009f]/.test(text))
        expect(targetFault(addresses.newsItem(text))).toBeNull()
        expect(targetFault(addresses.allSolutionProducts(text, text))).toBeNull()
        expect(targetFault(addresses.image(text, 320))).toBeNull()
      }),
    )
  })
})

describe('V01 an unreadable target is rejected', () => {
  test.each([
    ...['/%', '/%z', '/%zz', '/a%2', '/%00', '/%0d%0aX:1', '/%0A', '/%1b', '/%7f', '/%C2%85'],
    ...['/%ff', '/%c0%ae', '/%ed%a0%80', '/é', '/\u0001', '/a b', '/a#b', '', 'News', '*'],
    ...['/News?x=%00', '/News?x=%zz', '/News?x=%0d%0a', '/News?x=é'],
  ])('%j', (target) => {
    expect(targetFault(target)).toBe(400)
  })
})

describe('V02 a dot segment or backslash in the path is rejected', () => {
  test.each([
    ...['/..', '/.', '/../x', '/a/../b', '/a/./b', '/%2e%2e/x', '/%2E./x', '/.%2e', '/a/%2e'],
    ...['/\\evil.example', '/a\\b', '/..\\x'],
  ])('%s', (target) => {
    expect(targetFault(target)).toBe(400)
  })
})

test('V03 a target that is too long, or has too many parameters, is rejected', () => {
  expect(targetFault(`/${'a'.repeat(2_048)}`)).toBe(414)
  expect(targetFault(`/News?x=${'a'.repeat(4_096)}`)).toBe(414)
  expect(targetFault(`/News?${'a=1&'.repeat(1_000)}`)).toBe(400)
  expect(targetFault(`/News?${'&'.repeat(100)}`)).toBe(400)
})

test('V01 validation never throws, and every valid target can be decoded', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
      const target = `/${text}`
      if (targetFault(target) !== null) return
      expect(decodeURIComponent(target)).not.toMatch(/[\u0000-\u001f\u007f-\u009f]/)
    }),
  )
})

describe('V01 V27 an address whose letters were sent as they are', () => {
  /** As the request line is read: one character for each byte. */
  const sent = (target: string) => Buffer.from(target).toString('latin1')

  test.each([
    ['/News/حل', '/News/%D8%AD%D9%84'],
    ['/search?q=à%20"ب"&lang=En', '/search?q=%C3%A0%20%22%D8%A8%22&lang=En'],
    ['/images/post/صورة.webp?w=320', '/images/post/%D8%B5%D9%88%D8%B1%D8%A9.webp?w=320'],
    ['/News/%D8%A3خ', '/News/%D8%A3%D8%AE'],
    ['/😀', '/%F0%9F%98%80'],
    ['//evil.example/ق', '/evil.example/%D9%82'],
    ['/News?x=http://evil.example/ق', '/News?x=http://evil.example/%D9%82'],
    ['/newsDetails/"<>|{}^`', '/newsDetails/%22%3C%3E%7C%7B%7D%5E%60'],
  ])('%s becomes %s', (target, own) => {
    expect(encodedTarget(sent(target))).toBe(own)
  })

  test.each([
    ...['/ق\u0001', '/ق%0d%0aSet-Cookie:x', '/ق\u0085', '/ق/../x', '/\\ق', '/ق ق', '/ق#x'],
  ])('%j stays invalid', (target) => {
    expect(encodedTarget(sent(target))).toBeNull()
  })

  test.each(['/\xde\xc7\xd8\xda', '/\xd9', '/\xc0\xaf'])(
    'bytes that are no UTF-8: %j',
    (target) => {
      expect(encodedTarget(target)).toBeNull()
    },
  )
})
