import { describe, expect, test } from 'vitest'
import { readingMinutes } from '../../../app/posts/list-views.ts'
import { countWords } from '../../../server/content/posts/post.ts'

describe('the word count of a text', () => {
  test.each([
    ['', 0],
    ['<p></p><hr>', 0],
    ['<p>One two</p><p>three</p>', 3],
    ['<td>13.8</td><td>kV</td>', 2],
    ['<p>لوحة مصغّرة TM63-C16، وقاطع.</p>', 4],
    ['<p>this &amp; that – and 6–63 A</p>', 5],
    ['<a title="a b c" href="/x">link</a>', 1],
    ['<h2>عنوان</h2>نص', 2],
  ])('%s', (html, count) => {
    expect(countWords(html)).toBe(count)
  })

  test('is 0 for a long text of angle brackets only', () => {
    expect(countWords('<'.repeat(500_000))).toBe(0)
  })
})

describe('reading time', () => {
  test('is 0 for no text, and at least a minute for any text', () => {
    expect(readingMinutes(0, 'Ar')).toBe(0)
    expect(readingMinutes(1, 'Ar')).toBe(1)
    expect(readingMinutes(1, 'En')).toBe(1)
  })

  test('depends on the language: fewer Arabic words per minute', () => {
    expect(readingMinutes(552, 'Ar')).toBe(4)
    expect(readingMinutes(684, 'En')).toBe(3)
  })
})
