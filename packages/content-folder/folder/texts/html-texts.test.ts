import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { csvLines } from '@site/tables/write-tables'
import { makeFolder } from '../../../../tests/support/small-sample.ts'
import { readFolder } from '../folder-reader.ts'
import { beginsAsHtml, markedAsHtml, withoutMarkup } from './html-texts.ts'
import { listPostRows } from '../rows.ts'

/** The English details of the product of a table with this description. */
async function shownAs(description: string, short = '', name = 'MCB') {
  const folder = makeFolder()
  const rows = [
    ['Name', 'Description', 'Short description'],
    [name, description, short],
  ]
  writeFileSync(path.join(folder, 'products.csv'), csvLines(rows))
  const { content, problems } = await readFolder(folder)
  expect(problems).toEqual([])
  const found = [...listPostRows(content)].find(
    ({ type, language }) => type === 'Products' && language === 'En',
  )
  return JSON.parse(found?.detailItem ?? '{}') as Record<string, string>
}

test('a description in HTML is shown as its blocks, without what runs', async () => {
  const html =
    '<div class="x"><h2>Facts</h2><p onclick="a()">One <b>two</b><script>alert(1)</script></p><ul><li>three</ul></div>'
  expect((await shownAs(html))['postDetails']).toBe(
    '<h2>Facts</h2><p>One <b>two</b></p><ul><li>three</li></ul>',
  )
})

test('a tag in the middle of a description is one, and its lines stay lines', async () => {
  const { postDetails } = await shownAs('First<br>second\nthird &amp; <b>last</b>')
  expect(postDetails).toBe('<p>First<br />second<br />third &amp; <b>last</b></p>')
})

test('signs of less and greater, and Markdown, are none', async () => {
  const { postDetails } = await shownAs('a < b and c > d, <5 mA, **bold**, x<y>z')
  expect(postDetails).toBe(
    '<p>a &lt; b and c &gt; d, &lt;5 mA, <strong>bold</strong>, x&lt;y&gt;z</p>\n',
  )
})

test('a name and a short description become plain text', async () => {
  const { postTitle, postSubTitle } = await shownAs(
    '',
    '<p>One&nbsp;&lt;two&gt;</p><p>three</p>',
    '<b>Cable</b> &amp; more',
  )
  expect([postTitle, postSubTitle]).toEqual(['Cable & more', 'One <two> three'])
})

test('an entry in YAML that begins with a tag is HTML', async () => {
  const folder = makeFolder()
  writeFileSync(
    path.join(folder, 'services.yaml'),
    '- title: A\n  subTitle: <p>short</p>\n  details: <p>One</p>\n- title: B\n  details: Two <b>three</b>\n',
  )
  const { content } = await readFolder(folder)
  const rows = [...listPostRows(content)].filter(({ language }) => language === 'En')
  expect(rows.map(({ detailItem }) => detailItem)).toEqual([
    expect.stringContaining('"postSubTitle":"short"'),
    expect.stringContaining('Two &lt;b&gt;three&lt;/b&gt;'),
  ])
  expect(rows[0]?.detailItem).toContain('"postDetails":"<p>One</p>"')
})

test('what is no tag is none', () => {
  for (const text of [
    '<5 mA',
    'a<b and c>d',
    '<IP65>',
    'x <- y',
    '<https://x.example>',
    '1 <b 2',
  ]) {
    expect(beginsAsHtml(text), text).toBe(false)
    expect(markedAsHtml(text), text).toBe(text)
    expect(withoutMarkup(text), text).toBe(text)
  }
  expect(beginsAsHtml('<!-- wp:paragraph -->\n<p>x</p>')).toBe(true)
  expect(withoutMarkup('AT&T, R&D; x')).toBe('AT&T, R&D; x')
})
