import { describe, expect, test } from 'vitest'
import { translatorFor } from '../../../app/language/i18n.server.ts'
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

  test.each([
    [0, 'مدة القراءة: أقل من دقيقة'],
    [1, 'مدة القراءة: دقيقة واحدة'],
    [2, 'مدة القراءة: دقيقتان'],
    [4, 'مدة القراءة: 4 دقائق'],
    [10, 'مدة القراءة: 10 دقائق'],
    [11, 'مدة القراءة: 11 دقيقةً'],
    [99, 'مدة القراءة: 99 دقيقةً'],
    [100, 'مدة القراءة: 100 دقيقة'],
    [103, 'مدة القراءة: 103 دقائق'],
  ])('of %i minutes has the correct Arabic plural', (count, text) => {
    expect(translatorFor('Ar').t('article.reading', { count })).toBe(text)
  })

  test.each([
    [1, '1-minute read'],
    [4, '4-minute read'],
  ])('of %i minutes has the correct English plural', (count, text) => {
    expect(translatorFor('En').t('article.reading', { count })).toBe(text)
  })
})
