import { setTimeout as pause } from 'node:timers/promises'
import fc from 'fast-check'
import { marked, type Token } from 'marked'
import { parse } from 'parse5'
import { afterAll, describe, expect, test } from 'vitest'
import { type AddressContext, convertInThread } from '../../app/markdown/markdown-href.server.ts'
import { pageMarkdown } from '../../app/markdown/page-markdown.server.ts'
import { readRenderedPage } from '../../app/seo/rendered-page.server.ts'
import { createMarkdownThread } from '../../server/site/markdown-thread.ts'
import { sanitiseRichText as sanitise } from '@site/rich-text/sanitise'
import { pictureAddress } from '../../server/content/posts/post-fields.ts'
import { hostileHtml, hostileText } from '../support/hostile-html.ts'
import { collectLog } from '../support/logged.ts'
import { watchLoop } from '../support/loop-watch.ts'
import { textOf } from '../support/page-elements.ts'

/** With the pictures of the site. */
function sanitiseRichText(html: string) {
  return sanitise(html, { pictureAddress })
}

function pageOf(main: string) {
  return `<html><head><title>t</title></head><body><main>${main}</main></body></html>`
}

function contextOf(markdownPathOf: AddressContext['markdownPathOf'] = () => null): AddressContext {
  return { pageUrl: 'https://example.com/about', language: 'En', markdownPathOf }
}

function markdownOf(main: string) {
  const html = pageOf(main)
  const text = pageMarkdown(html, readRenderedPage(html), contextOf())
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

describe('F50: a text that is costly as Markdown', () => {
  const thread = createMarkdownThread()
  afterAll(() => thread.close())
  const costly = {
    'quotations in one another': `${'<blockquote>'.repeat(38)}<pre>${'a\n'.repeat(100_000)}`,
    'lists in one another': `${'<ul><li>'.repeat(20)}${'a<br>'.repeat(9_900)}`,
    emphasis: '<em>a</em> '.repeat(9_900),
  }

  test.each(Object.entries(costly))('%s: does not hold the event loop', async (_, html) => {
    const [rendered, context] = [readRenderedPage(pageOf('')), contextOf()]
    // Starts the thread, which is not measured.
    await convertInThread(thread, pageOf(''), rendered, context)
    const stop = watchLoop()
    const markdown = await convertInThread(thread, pageOf(html), rendered, context)
    await pause(10)
    expect(stop()).toBeLessThan(50)
    expect(markdown).toMatch(/^---\ntitle: t\n/)
    expect(Buffer.byteLength(markdown)).toBeLessThanOrEqual(2_001_000)
  })

  test('has a limited number of marks on each line', () => {
    const rich = (html: string) => markdownOf(`<div class="rich-text">${html}</div>`)
    expect(rich(costly['quotations in one another'])).toContain(`\n${'> '.repeat(8)}a\n`)
    expect(rich('<ul><li>'.repeat(20) + 'a')).toBe(`${'- '.repeat(8)}a\n`)
  })

  test('ends with its last whole line, and "…"', () => {
    const list = '<ol start="1000000"><li>'.repeat(8)
    const markdown = markdownOf(
      `<div class="rich-text">${list}<pre>${'a\n'.repeat(100_000)}</pre></div>`,
    )
    expect(Buffer.byteLength(markdown)).toBeLessThanOrEqual(2_000_010)
    expect(markdown).toMatch(/\n {72}a\n\n…\n$/)
  })

  test('waits for pages that are short, and does not take all places', async () => {
    const [rendered, context] = [readRenderedPage(pageOf('')), contextOf()]
    const done: string[] = []
    const convert = async (name: string, html: string) => {
      const result = await convertInThread(
        thread,
        pageOf(`<p>${name}</p>${html}`),
        rendered,
        context,
      )
        .then(() => name)
        .catch((error: unknown) => String(error))
      done.push(result)
    }
    const long = Array.from({ length: 10 }, (_, at) =>
      convert(`long ${at}`, 'word '.repeat(40_000)),
    )
    await Promise.all([...long, convert('short', 'word')])
    const busy = done.filter((result) => result.includes('too many pages wait'))
    expect(busy).toHaveLength(4)
    expect(done.slice(4).slice(0, 2)).toEqual(['long 0', 'short'])
  })

  test('is not tried again at once when it has taken too much time or memory', async () => {
    const { factsOf } = collectLog()
    const page = pageOf('<b>a</b>'.repeat(1_000_000))
    const [rendered, context] = [readRenderedPage(pageOf('')), contextOf()]
    const convert = () => convertInThread(thread, page, rendered, context)
    await expect(convert()).rejects.toThrow(/memory|took over/)
    await expect(convert()).rejects.toThrow('markdown: the page took too much a while ago')
    expect(factsOf('markdown thread ended')).toHaveLength(1)
    expect(await convertInThread(thread, pageOf('a'), rendered, context)).toMatch(
      /^---\ntitle: t\n/,
    )
  }, 30_000)

  test('links lead where they lead without the thread', async () => {
    const html = `<a href="/products/x">1</a><a href="/News?page=2">2</a><a href="/%zz">3</a><a href="/search">4</a>`
    const context = contextOf((path) =>
      /^\/(?:products\/|news)/i.test(path) ? `${path}.md` : null,
    )
    const page = pageOf(html)
    const rendered = readRenderedPage(page)
    const markdown = await convertInThread(thread, page, rendered, context)
    expect(markdown).toBe(pageMarkdown(page, rendered, context))
    expect(markdown).toContain('(https://example.com/products/x.md?lang=En)')
  })
})
