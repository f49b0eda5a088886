import fc from 'fast-check'
import { createInstance } from 'i18next'
import { parse, serialize } from 'parse5'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { describe, expect, test } from 'vitest'
import { RichText } from '../../../app/components/rich-text.tsx'
import { createIsolator } from '../../../app/language/ltr-runs.ts'
import { sanitiseRichText } from '../../../server/content/posts/rich-text.ts'
import { hostileHtml } from '../../support/hostile-html.ts'

const i18n = createInstance()
void i18n.init({ lng: 'En', resources: {}, initImmediate: false })

const before = '<!DOCTYPE html><html><head></head><body><main><ul><li><div class="outer">'
const after = '<p>after</p></div></li><li>next</li></ul><p>last</p></main></body></html>'

/** A page of ours with an editor's text in it, as the site writes it. */
function pageWith(html: string) {
  const text = createIsolator()(sanitiseRichText(html))
  return (
    before +
    renderToStaticMarkup(
      createElement(I18nextProvider, { i18n }, createElement(RichText, { html: text })),
    ) +
    after
  )
}

/** Without what may be written in several ways: the end of an empty element, and some signs. */
function written(page: string) {
  return page.replace(/ \/>/g, '>').replace(/\u00a0/g, '&nbsp;')
}

/** That browsers find in a page the elements that are written in it, each in its place. */
function expectReadAsWritten(html: string) {
  const page = pageWith(html)
  expect(serialize(parse(page))).toBe(written(page))
}

const short = hostileHtml.filter(([, html]) => html.length < 20_000)

describe('V19: a browser finds a rich text as it is written, inside of its box', () => {
  test.each(short)('%s', (_, html) => expectReadAsWritten(html))

  test('all ways in, one after another', () => {
    expectReadAsWritten(short.map(([, html]) => html).join(''))
    expectReadAsWritten(short.map(([, html]) => html).join('<table><p><a href=/x><li>'))
  })

  test.each([
    ['a table in a table', '<table><table></table></table>', '<table></table><table></table>'],
    ['a paragraph in a paragraph', '<p>a<p>b</p>c</p>', '<p>a</p><p>b</p>c<p></p>'],
    ['a list in a paragraph', '<p>a<ul><li>b</li></ul></p>', '<p>a</p><ul><li>b</li></ul><p></p>'],
    ['a link in a link', '<a href="/a">a<b><a href="/b">b</a></b></a>', null],
    ['words in a row', '<table><tr>x<td>y</td></tr></table>', null],
    ['an item of no list', '<li>a</li><li>b</li>', '<ul><li>a</li><li>b</li></ul>'],
    ['terms of no list', 'x<dt>a</dt><dd>b</dd>', 'x<dl><dt>a</dt><dd>b</dd></dl>'],
    ['an item in a quotation', '<ul><li><blockquote><li>a</li></blockquote></li></ul>', null],
    ['a cell of no table', '<td>a</td>', 'a'],
    ['a heading in a heading', '<h2>a<h3>b</h3></h2>', '<h2>a</h2><h3>b</h3>'],
    ['emphasis over paragraphs', '<p><b>a<p>b</p>c</b></p>', null],
    ['a line break before preformatted text', '<pre>\n\n\nx</pre>', null],
    ['a no-break space', '<p>5\u00a0A</p>', '<p>5\u00a0A</p>'],
  ])('%s', (_, html, clean) => {
    expectReadAsWritten(html)
    if (clean !== null) expect(sanitiseRichText(html)).toBe(clean)
  })

  const tags = [
    ...['h2', 'p', 'br', 'ul', 'ol', 'li', 'dl', 'dt', 'dd', 'blockquote', 'b', 'i', 'pre', 'a'],
    ...['img src=x.png', 'figure', 'table', 'caption', 'thead', 'tbody', 'tr', 'td', 'th'],
    ...['div', 'button', 'svg', 'math', 'select', 'template', 'form', 'b lang=en', 'a href=/x'],
  ]
  const piece = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...tags).map((tag) => `<${tag}>`) },
    { weight: 3, arbitrary: fc.constantFrom(...tags).map((tag) => `</${tag.split(' ', 1)[0]}>`) },
    { weight: 2, arbitrary: fc.constantFrom('x', ' ', 'TM63-C16', '\n', '&nbsp;', '&lt;p&gt;') },
  )

  test('any row of tags', () => {
    const rows = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(''))
    fc.assert(
      fc.property(rows, (html) => {
        expectReadAsWritten(html)
        const clean = sanitiseRichText(html)
        expect(sanitiseRichText(clean)).toBe(clean)
      }),
      { numRuns: 1_500 },
    )
  })
})

describe('V19: a text that browsers would make far more of than is written keeps its words alone', () => {
  const emphases = Array.from({ length: 37 }, (_, at) => `<b lang="l${at}">`).join('')
  test.each([
    ['many emphases, opened again in each paragraph', `<p>${emphases}`],
    ['a long one', `<p><b lang="${'x'.repeat(50_000)}">`],
  ])('%s', (_, start) => {
    const clean = sanitiseRichText(start + '<p>word</p>'.repeat(5_000))
    expect(clean).toBe('word'.repeat(5_000))
  })

  test('a long text of breaks and a large table stay', () => {
    const breaks = 'x<br />'.repeat(5_000)
    expect(sanitiseRichText(breaks)).toBe(breaks)
    const table = `<table>${'<td>x</td>'.repeat(5_000)}</table>`
    expect(sanitiseRichText(table)).toBe(
      `<table><tbody><tr>${'<td>x</td>'.repeat(5_000)}</tr></tbody></table>`,
    )
  })
})
