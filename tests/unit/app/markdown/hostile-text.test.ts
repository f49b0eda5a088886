import fc from 'fast-check'
import { marked, type Token } from 'marked'
import { parse } from 'parse5'
import { expect, test } from 'vitest'
import { pageMarkdown } from '../../../../app/markdown/page-markdown.server.ts'
import { readRenderedPage } from '../../../../app/seo/rendered-page.server.ts'
import { sanitiseRichText } from '../../../../server/content/posts/rich-text.ts'
import { hostileHtml, hostileText } from '../../../support/hostile-html.ts'
import { textOf } from '../../../support/page-elements.ts'

function markdownOf(main: string) {
  const html = `<html><head><title>t</title></head><body><main>${main}</main></body></html>`
  const text = pageMarkdown(html, readRenderedPage(html), {
    pageUrl: 'https://example.com/about',
    language: 'En',
    markdownPathOf: () => null,
  })
  return text.replace(/^---\n[^]*?\n---\n\n/, '')
}

/** As React writes it. */
function escapeHtml(text: string) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}

/** All tokens of a Markdown text, as another program reads it. */
function tokensOf(markdown: string): Token[] {
  const tokens: Token[] = []
  void marked.walkTokens(marked.lexer(markdown), (token) => void tokens.push(token))
  return tokens
}

/** What it says to such a program, without spaces. */
function readText(markdown: string) {
  return textOf(parse(marked.parse(markdown, { async: false }))).replace(/\s+/g, '')
}

test.each(hostileHtml)('%s is neither HTML nor a script in Markdown', (_, html) => {
  const markdown = markdownOf(
    `<h1>Title</h1><div class="rich-text">${sanitiseRichText(html)}</div>`,
  )
  const tokens = tokensOf(markdown)
  expect(tokens.filter(({ type }) => type === 'html')).toEqual([])
  const targets = tokens.flatMap((token) => (token.type === 'link' ? [String(token['href'])] : []))
  for (const target of targets) expect(target).toMatch(/^(https?:|mailto:|tel:)/)
  expect(tokens.filter((token) => token.type === 'heading' && token['depth'] === 1)).toHaveLength(1)
})

const signs = [
  ...'#*_-+=~`[]()<>|!\\&;:.\'"^$/19ab ع',
  '](javascript:x)',
  '<script>',
  '&lt;',
  '---',
  '1. ',
]

test('a text means the same in Markdown, whatever signs it has and wherever it stands', () => {
  const texts = fc
    .array(fc.constantFrom(...signs), { minLength: 1, maxLength: 12 })
    .map((parts) => parts.join('').replace(/\s+/g, ' ').trim())
    .filter((text) => text !== '')
  const places: ((text: string) => string)[] = [
    (text) => `<p>${text}</p>`,
    (text) => `<p>x</p><h2>${text}</h2>`,
    (text) => `<ul><li>${text}</li></ul>`,
    (text) => `<table><tr><th>${text}</th></tr><tr><td>x</td></tr></table>`,
    (text) => `<p><a href="https://example.com/">${text}</a></p>`,
    (text) => `<p>x<br>${text}</p>`,
    (text) => `<p class="rich-text">${text}<a href="https://example.com/">x</a></p>`,
    (text) => `<p class="rich-text">x<b>${text}</b><a href="https://example.com/">x</a></p>`,
  ]
  fc.assert(
    fc.property(texts, fc.constantFrom(...places), (text, place) => {
      const html = `<h1>Title</h1>${place(escapeHtml(text))}`
      expect(readText(markdownOf(html))).toBe(textOf(parse(html)).replace(/\s+/g, ''))
    }),
    { numRuns: 400, seed: 20 },
  )
})

test('emphasis is read as such, whatever it is next to', () => {
  const words = fc.constantFrom('a', 'ع', '1', 'a b', ' a', 'b ')
  const emphasised = fc
    .tuple(fc.constantFrom('b', 'strong', 'i', 'em', 's', 'code'), words)
    .map(([name, text]) => `<${name}>${text}</${name}>`)
  const parts = fc.array(fc.oneof(words, emphasised), { maxLength: 6 })
  fc.assert(
    fc.property(parts, (parts) => {
      const html = `<h1>Title</h1><p class="rich-text">${parts.join('')}</p>`
      expect(readText(markdownOf(html))).toBe(textOf(parse(html)).replace(/\s+/g, ''))
    }),
    { numRuns: 1000, seed: 20 },
  )
})

test('a hostile title stays a title', () => {
  const markdown = markdownOf(
    `<h2>${escapeHtml(hostileText)}</h2><img alt="${escapeHtml(hostileText)}" src="/images/post/a.webp">`,
  )
  expect(tokensOf(markdown).filter(({ type }) => type === 'html')).toEqual([])
  expect(markdown).not.toMatch(/<[a-z/!?]/i)
})

test('long lists and texts of spaces do not take longer than their length', () => {
  const costly = [
    `<ul>${'<li>a</li>'.repeat(5_000)}</ul><ol>${'<li>a</li>'.repeat(5_000)}</ol>`,
    `<pre>${'\n \n'.repeat(50_000)}x${' '.repeat(100_000)}x</pre><p>${'\u2003'.repeat(100_000)}x</p>`,
    `<table>${`<tr>${'<td colspan="99" rowspan="999">x</td>'.repeat(20)}</tr>`.repeat(200)}</table>`,
  ]
  for (const html of costly) {
    expect(markdownOf(`<div class="rich-text">${html}</div>`).length).toBeLessThan(2 * html.length)
  }
}, 5_000)
