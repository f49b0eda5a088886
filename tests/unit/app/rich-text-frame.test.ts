import fc from 'fast-check'
import { parse, serialize } from 'parse5'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { createTranslation, TranslationContext } from '../../../app/language/translation.tsx'
import { RichText } from '../../../app/components/post-text.tsx'
import { createIsolator } from '../../../app/views/post-view.server.ts'
import { sanitiseRichText as sanitise } from '@site/rich-text/sanitise'
import { pictureAddress } from '../../../server/content/posts/post-fields.ts'
import { hostileHtml } from '../../support/hostile-html.ts'
import { sized } from '../../support/test-size.ts'

/** With the pictures of the site. */
function sanitiseRichText(html: string) {
  return sanitise(html, { pictureAddress })
}

const translation = createTranslation('En', {})

const before = '<!DOCTYPE html><html><head></head><body><main><ul><li><div class="outer">'
const after = '<p>after</p></div></li><li>next</li></ul><p>last</p></main></body></html>'

/** A page with an editor's text, as the site renders it. */
function pageWith(html: string) {
  const text = createIsolator()(sanitiseRichText(html), { isRtl: true })
  return (
    before +
    renderToStaticMarkup(
      createElement(
        TranslationContext.Provider,
        { value: translation },
        createElement(RichText, { html: text }),
      ),
    ) +
    after
  )
}

/** Normalises what may be serialised in several ways: void elements and non-breaking spaces. */
function normalised(page: string) {
  return page.replace(/ \/>/g, '>').replace(/\u00a0/g, '&nbsp;')
}

/** Expects a browser's parser to build exactly the elements that the HTML contains, in place. */
function expectParsedAsWritten(html: string) {
  const page = pageWith(html)
  expect(serialize(parse(page))).toBe(normalised(page))
}

const short = hostileHtml.filter(([, html]) => html.length < 20_000)

describe('V19: a browser parses a rich text as written, inside its element', () => {
  test.each(short)('%s', (_, html) => expectParsedAsWritten(html))

  test('all hostile texts in a row', () => {
    expectParsedAsWritten(short.map(([, html]) => html).join(''))
    expectParsedAsWritten(short.map(([, html]) => html).join('<table><p><a href=/x><li>'))
  })

  test.each([
    ['a table in a table', '<table><table></table></table>', ''],
    ['a paragraph in a paragraph', '<p>a<p>b</p>c</p>', '<p>a</p><p>b</p><p>c</p>'],
    ['a list in a paragraph', '<p>a<ul><li>b</li></ul></p>', '<p>a</p><ul><li>b</li></ul>'],
    ['a link in a link', '<a href="/a">a<b><a href="/b">b</a></b></a>', null],
    ['text in a table row', '<table><tr>x<td>y</td></tr></table>', null],
    ['items without a list', '<li>a</li><li>b</li>', '<ul><li>a</li><li>b</li></ul>'],
    ['terms without a list', 'x<dt>a</dt><dd>b</dd>', '<p>x</p><dl><dt>a</dt><dd>b</dd></dl>'],
    ['an item in a quotation', '<ul><li><blockquote><li>a</li></blockquote></li></ul>', null],
    ['a cell without a table', '<td>a</td>', '<p>a</p>'],
    ['a heading in a heading', '<h2>a<h3>b</h3></h2>', '<h2>a</h2><h3>b</h3>'],
    [
      'a picture as the heading of an item',
      '<li><h2><img src=x.png>',
      '<ul><li><img src="/images/post/x.png?w=800" alt="" loading="lazy" /></li></ul>',
    ],
    ['emphasis over paragraphs', '<p><b>a<p>b</p>c</b></p>', null],
    ['a line break before preformatted text', '<pre>\n\n\nx</pre>', null],
    ['a no-break space', '<p>5\u00a0A</p>', '<p>5\u00a0A</p>'],
  ])('%s', (_, html, clean) => {
    expectParsedAsWritten(html)
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

  test('any sequence of tags', () => {
    const rows = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(''))
    fc.assert(
      fc.property(rows, (html) => {
        expectParsedAsWritten(html)
        const clean = sanitiseRichText(html)
        expect(sanitiseRichText(clean)).toBe(clean)
      }),
      { numRuns: sized(1_500, 300) },
    )
  })
})

describe('V19: a text that a browser would expand enormously is reduced to plain text', () => {
  const emphases = Array.from({ length: 37 }, (_, at) => `<b lang="l${at}">`).join('')
  test.each([
    ['many emphases, reopened in each paragraph', `<p>${emphases}`],
    ['a long one, reopened in each paragraph', `<p><b lang="${'x'.repeat(50_000)}">`],
  ])('%s', (_, start) => {
    const clean = sanitiseRichText(start + '<p>word</p>'.repeat(5_000))
    expect(clean).toBe('word'.repeat(5_000))
  })

  test('a long text of line breaks and a large table are unchanged', () => {
    const breaks = `${'x<br />'.repeat(5_000)}x`
    expect(sanitiseRichText(breaks)).toBe(breaks)
    const table = `<table>${'<td>x</td>'.repeat(5_000)}</table>`
    expect(sanitiseRichText(table)).toBe(
      `<table><tbody><tr>${'<td>x</td>'.repeat(5_000)}</tr></tbody></table>`,
    )
  })
})
