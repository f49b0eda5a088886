import { expect, test } from 'vitest'
import { isFileName } from '../../../server/content/posts/file-name.ts'

test.each([
  'panel.png',
  'لوحة توزيع.png',
  'مُولِّد.png',
  'سـعر-٢.pdf',
  'a+b@2 (1).jpg',
  'a,b&c [1].png',
  'pump’s 100%.png',
  '_x.webp',
  'a..png',
])('"%s" is a valid file name', (name) => {
  expect(isFileName(name)).toBe(true)
})

test.each([
  '',
  '.',
  '..',
  '../a.png',
  'a/b.png',
  'a\\b.png',
  'a%2fb.png',
  'a\0.png',
  'a\n.png',
  'a?b.png',
  'a#b.png',
  'https://evil.example/a.png',
  'a\u202egnp.exe',
  'x'.repeat(300),
])('%j is not', (name) => {
  expect(isFileName(name)).toBe(false)
})
