import { expect, test } from 'vitest'
import { plainText } from '../../../app/content/plain-text.ts'

test.each([
  ['<p>حتى <bdi dir="ltr">63 A</bdi>، كذا</p>', 'حتى 63 A، كذا'],
  ['R&amp;D, &lt;1 kV&gt;, &quot;dry&quot;', 'R&D, <1 kV>, "dry"'],
  ['an entity &amp;lt; that was written as a text', 'an entity &lt; that was written as a text'],
  ['a text whose last tag is cut o<str', 'a text whose last tag is cut o'],
  ['', ''],
])('%s becomes %s', (html, text) => {
  expect(plainText(html)).toBe(text)
})

test('paragraphs can be separated', () => {
  expect(plainText('<p>One.</p><p>Two.</p>', ' ')).toBe('One.  Two.')
})
