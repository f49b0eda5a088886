import { describe, expect, test } from 'vitest'
import { decodeFileName, encodeFileName, isFileName } from './file-names.ts'

const valid = [
  ...['panel.png', 'لوحة توزيع.png', 'مُولِّد.png', 'سـعر-٢.pdf', 'a+b@2 (1).jpg', 'a,b&c [1].png'],
  ...['pump’s 100%.png', '_x.webp', 'a..png', 'a;b.png', 'a:b.png', '12:30.png', '.a.png', '%.png'],
  ...['a?b.png', 'a#b.png', '#1.png', '?.png', 'panel.png?v=2#top'],
  ...['2024/panel.png', '2024/05/لوحة #1?.png', 'a b/c.png', 'evil.example/a.png', '...x/a.png'],
]

const invalid = [
  ...['', '.', '..', '...', '/', '//', '../a.png', './a.png', 'a/../b.png', 'a/./b.png', 'a/..'],
  ...['/a.png', 'a.png/', 'a//b.png', '//evil.example/a.png', '///a.png', 'a/', ' /a.png'],
  ...['a\\b.png', '..\\a.png', '\\\\evil.example\\a.png', 'a/..\\b.png'],
  ...['a%2fb.png', '%2e%2e/a.png', '%2E%2E%2Fa.png', 'a/%2e/b.png', '%252e.png'],
  '%u002e%u002e/a.png',
  ...['.. /a.png', '..\u00a0/a.png', ' ../a.png', '. ./a.png', '.../a.png', '..;/a.png'],
  '..?/a.png',
  ...['..#', '..;x/a.png', 'a/..;'],
  ...['a\0.png', 'a\n.png', 'a\u0085.png', 'a/\u0000', 'a\u202egnp.exe', '2024/\u2066a.png'],
  ...['https://evil.example/a.png', 'https:/evil.example/a.png', 'C:/a.png', 'file:a/b.png'],
  ...['data:image/png;base64,a/b.png', 'x'.repeat(256), 'a/'.repeat(128)],
]

test.each(valid)('"%s" is a valid file name, and survives encoding and decoding', (name) => {
  expect(isFileName(name)).toBe(true)
  expect(decodeFileName(encodeFileName(name))).toBe(name)
})

test.each(valid)('"%s" stays within the image base', (name) => {
  for (const base of ['https://api.example/images/post', 'https://api.example']) {
    const { href, origin, pathname, search, hash } = new URL(`${base}/${encodeFileName(name)}`)
    expect(href.startsWith(`${base}/`)).toBe(true)
    expect([origin, search, hash]).toEqual(['https://api.example', '', ''])
    expect(pathname.split('/')).toHaveLength(`${base}/${name}`.split('/').length - 2)
  }
})

test.each(invalid)('%j is not', (name) => {
  expect(isFileName(name)).toBe(false)
})

describe('in the path of a URL', () => {
  test.each([
    ['2024/a%23b%3F.png', '2024/a#b?.png'],
    ['%D9%84/1.png', 'ل/1.png'],
    ['a%252Fb.png', 'a%2Fb.png'],
  ])('%s is %s', (path, name) => {
    expect(decodeFileName(path)).toBe(name)
  })

  test.each(['a%2Fb.png', '%2fa.png', 'a/..%2Fb.png', '%2f', '%', '%zz/a.png', '%ff', '%E0%A4%A'])(
    '%s has no name: an encoded slash separates nothing',
    (path) => {
      expect(decodeFileName(path)).toBe('')
    },
  )
})
