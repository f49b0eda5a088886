import { expect, test } from 'vitest'
import { plainText } from '@site/arabic-text/characters'

test.each([
  ['<p>حتى <bdi dir="ltr">63 A</bdi>، كذا</p>', 'حتى 63 A، كذا'],
  ['R&amp;D, &lt;1 kV&gt;, &quot;dry&quot;', 'R&D, <1 kV>, "dry"'],
  ['an entity &amp;lt; that was written as a text', 'an entity &lt; that was written as a text'],
  ['a text whose last tag is cut o<str', 'a text whose last tag is cut o'],
  ['', ''],
])('%s becomes %s', (html, text) => {
  expect(plainText(html)).toBe(text)
})

test.each([
  ['<p>One.</p><p>Two.</p>', 'One.\nTwo.'],
  ['<ul><li>مولد<ul><li>كهربائي</li></ul></li></ul><h2>محول</h2>جاف', 'مولد\nكهربائي\nمحول\nجاف'],
  ['<table><tr><td>400</td><td>kVA</td></tr></table>', '400 · kVA'],
  ['one<br />two <img src="x" />three', 'one\ntwo\nthree'],
  ['H<sub>2</sub>O, <b>bold</b>er, <a href="/x">link</a>s', 'H2O, bolder, links'],
])('%s: blocks are lines, and words stay whole', (html, text) => {
  expect(plainText(html)).toBe(text)
})
