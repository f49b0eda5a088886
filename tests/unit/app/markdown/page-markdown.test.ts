import { describe, expect, test } from 'vitest'
import { parse as parseYaml } from 'yaml'
import { pageMarkdown } from '../../../../app/markdown/page-markdown.server.ts'
import { readRenderedPage } from '../../../../app/seo/rendered-page.server.ts'

const site = 'https://example.com'

/** The Markdown of a page with this main part, without its front matter. */
function textOf(main: string) {
  return markdownOf(main)
    .replace(/^---\n[^]*?\n---\n\n/, '')
    .trimEnd()
}

function markdownOf(main: string, head = '') {
  const html = `<!doctype html><html lang="en"><head>${head}</head><body><header>Menu</header><main>${main}</main></body></html>`
  return pageMarkdown(html, readRenderedPage(html), {
    pageUrl: `${site}/products/mcb?lang=En`,
    language: 'En',
    markdownPathOf: (path) =>
      path.startsWith('/products') || path === '/about' ? `${path}.md` : null,
  })
}

test('the front matter says what the head of the page says', () => {
  const head = `<title>A: "breaker" | Tayyar</title><meta name="description" content="6 kA &amp; more"/>
    <link rel="canonical" href="${site}/products/mcb?lang=En"/>
    <link rel="alternate" hrefLang="ar" href="${site}/products/mcb?lang=Ar"/>
    <link rel="alternate" hrefLang="en" href="${site}/products/mcb?lang=En"/>
    <meta property="og:title" content="A: &quot;breaker&quot;"/><meta property="og:type" content="article"/>`
  const main = `<ul><li class="card"><time datetime="2020-01-01">1 January</time></li></ul>
    <h1>A</h1><time datetime="2026-11-09">9 November 2026</time>`
  const [, yaml = ''] = /^---\n([^]*?)\n---\n/.exec(markdownOf(main, head)) ?? []
  expect(parseYaml(yaml)).toEqual({
    title: 'A: "breaker"',
    description: '6 kA & more',
    language: 'en',
    canonical: `${site}/products/mcb?lang=En`,
    alternate: `${site}/products/mcb.md?lang=Ar`,
    date: '2026-11-09',
  })
  expect(
    parseYaml(/^---\n([^]*?)\n---\n/.exec(markdownOf('', '<title>None</title>'))?.[1] ?? ''),
  ).toEqual({
    title: 'None',
    language: 'en',
  })
})

describe('tables', () => {
  test.each([
    [
      'a specification table, with the headings that only screen readers have',
      `<table><thead class="visually-hidden"><tr><th>Parameter</th><th>Value</th></tr></thead><tbody>
        <tr><th scope="row">Poles</th><td>1</td></tr><tr><th scope="row">Width</th><td>18&nbsp;<span>mm</span></td></tr></tbody></table>`,
      [
        '| Parameter | Value |',
        '| --------- | ----- |',
        '| Poles     | 1     |',
        '| Width     | 18 mm |',
      ],
    ],
    [
      'pipes, line breaks and paragraphs in cells',
      '<table><tr><th>a|b</th><th>c</th></tr><tr><td>1<br>2</td><td><p>3</p><p>4 | 5</p></td></tr></table>',
      [String.raw`| a\|b | c        |`, '| ---- | -------- |', String.raw`| 1 2  | 3 4 \| 5 |`],
    ],
    [
      'a caption in place of a missing header',
      '<table><caption class="visually-hidden">Hours</caption><tr><th scope="row">Friday</th><td>Closed</td></tr></table>',
      ['| Hours  |        |', '| ------ | ------ |', '| Friday | Closed |'],
    ],
    [
      'merged cells',
      '<table><tr><th colspan="2">A</th><th>B</th></tr><tr><td rowspan="2">1</td><td>2</td><td>3</td></tr><tr><td>4</td><td>5</td></tr></table>',
      ['| A   |     | B   |', '| --- | --- | --- |', '| 1   | 2   | 3   |', '|     | 4   | 5   |'],
    ],
    [
      'no column that had only forms in it, and units apart from their names',
      `<table><thead><tr><th>Code</th><th>List</th><th>Current <bdi><span class="spec-unit">A</span></bdi></th></tr></thead>
        <tr><th><a href="#T6">T6</a></th><td><form><button>Add</button></form></td><td>6</td></tr></table>`,
      ['| Code | Current (A) |', '| ---- | ----------- |', '| T6   | 6           |'],
    ],
    [
      'a table in a cell, on one line',
      '<table><tr><th>a</th></tr><tr><td><table><tr><th>b</th></tr><tr><td>c</td></tr></table></td></tr></table>',
      [
        '| a                             |',
        '| ----------------------------- |',
        String.raw`| \| b   \| \| --- \| \| c   \| |`,
      ],
    ],
  ])('%s', (_, html, lines) => {
    expect(textOf(`<section>${html}</section>`).split('\n')).toEqual(lines)
  })
})

describe('links and pictures', () => {
  test.each([
    ['a page', '<a href="/about">x</a>', `[x](${site}/about.md?lang=En)`],
    [
      'a selection',
      '<a href="/products/mcb?spec.poles=2&amp;page=2">x</a>',
      `[x](${site}/products/mcb.md?spec.poles=2&page=2&lang=En)`,
    ],
    [
      'a page in the other language',
      '<a href="/about?lang=Ar">x</a>',
      `[x](${site}/about.md?lang=Ar)`,
    ],
    ['a place in another page', '<a href="/about#who">x</a>', `[x](${site}/about.md?lang=En)`],
    ['a place in this page', '<a href="#who">x</a>', 'x'],
    [
      'the site by its whole address',
      `<a href="${site}/about">x</a>`,
      `[x](${site}/about.md?lang=En)`,
    ],
    [
      'a page that has no Markdown',
      '<a href="/enquiry?product=a">x</a>',
      `[x](${site}/enquiry?product=a&lang=En)`,
    ],
    ['a file', '<a href="/images/post/a.pdf">x</a>', `[x](${site}/images/post/a.pdf)`],
    [
      'another site',
      '<a href="https://other.example/a(1)?b=c#d">x</a>',
      '[x](https://other.example/a%281%29?b=c#d)',
    ],
    ['a telephone', '<a href="tel:+966115550100">x</a>', '[x](tel:+966115550100)'],
    [
      'a telephone number as people write it',
      '<a href="tel:(011) 555">(011) 555</a>',
      '[(011) 555](tel:011555)',
    ],
    [
      'a telephone number that is not one',
      '<a href="tel:1)&lt;b>\n# x\\">x</a>',
      '[x](tel:1%3Cb%3E#%20x%5C)',
    ],
    [
      'a mail address that is not one',
      '<a href="mailto:a@b) &lt;b>\\">x</a>',
      '[x](mailto:a@b%29%20%3Cb%3E%5C)',
    ],
    [
      'a query that ends in a backslash',
      '<a href="https://a.example/?\\">x</a>',
      '[x](https://a.example/?%5C)',
    ],
    [
      'a message that the page proposes',
      '<a href="mailto:a@b.example?subject=c">x</a>',
      '[x](mailto:a@b.example)',
    ],
    ['a chat', '<a href="https://wa.me/966?text=c">x</a>', '[x](https://wa.me/966)'],
    ['a script', '<a href="javascript:alert(1)">x</a>', 'x'],
    [
      'what search engines shall not follow',
      '<a rel="nofollow" href="/products/mcb?sort=name">x</a>',
      'x',
    ],
    [
      'an icon with a name',
      '<a href="https://x.example/"><svg><path/></svg><span class="visually-hidden">X</span></a>',
      '[X](https://x.example/)',
    ],
    ['a link without words', '<a href="/about"><svg></svg></a>b', 'b'],
    [
      'a card that is a link',
      '<a href="/about"><div><img src="/images/post/a.webp" alt=""></div><div><p>Title</p><p>Text</p></div></a>',
      `[Title](${site}/about.md?lang=En)\n\nText`,
    ],
    [
      'a picture',
      '<img src="/images/post/a.webp?w=800" alt="A [b]">',
      `![A &#91;b&#93;](${site}/images/post/a.webp)`,
    ],
    ['decoration', 'a<img src="/images/post/a.webp?w=800" alt="">', 'a'],
    [
      'pictures that lead to themselves',
      `<a href="/images/post/a.webp" aria-label="A, full size"><img src="/images/post/a.webp?w=800" alt="A"></a>
       <ul><li><a href="/images/post/a.webp" aria-current="true"><img src="/a" alt=""></a></li>
       <li><a href="/images/post/b.webp"><img src="/b" alt=""><span class="visually-hidden">A, picture 2</span></a></li></ul>`,
      `![A](${site}/images/post/a.webp)\n\n![A, picture 2](${site}/images/post/b.webp)`,
    ],
  ])('%s', (_, html, markdown) => {
    expect(textOf(html)).toBe(markdown)
  })
})

test('what only a browser can use is left out', () => {
  const controls = [
    '<nav><ol><li><a href="/about">Home</a></li></ol></nav>',
    '<form><label>Name<input></label></form>',
    '<label><input type="checkbox">Compare</label>',
    '<details><summary>Add to list</summary><form><button>Add</button></form></details>',
    ...[
      '<button>b</button>',
      '<svg><title>s</title></svg>',
      '<script>x</script>',
      '<template>t</template>',
    ],
    ...['<p hidden>h</p>', '<p aria-hidden="true">Q1</p>', '<p aria-live="polite">1 / 2</p>'],
    ...[
      '<p data-markdown="skip">s</p>',
      '<span class="visually-hidden">Phone</span>',
      '<!-- c -->',
    ],
    ...[
      '<noscript><p>n</p></noscript>',
      '<dialog open>d</dialog>',
      '<ul><li></li></ul>',
      '<h2> </h2>',
    ],
  ]
  expect(textOf(`a${controls.join('')}b`)).toBe('ab')
  const pages =
    '<nav><a rel="prev" href="/products/a">Previous</a><ol><li><a href="/about">2</a></li></ol><a rel="next" href="/products/a?page=3">Next</a></nav>'
  expect(textOf(pages)).toBe(
    `[Previous](${site}/products/a.md?lang=En)\n\n[Next](${site}/products/a.md?page=3&lang=En)`,
  )
})

describe('lists', () => {
  test.each([
    [
      'cards are sections that begin with their heading, and link once to where it leads',
      `<ul><li class="card"><time>1 May</time><h3><a href="/about">A</a></h3><p>Text</p><a href="/about">Open</a></li>
       <li class="card"><h3><a href="/products/b">B</a></h3></li></ul><p>After</p>`,
      `### [A](${site}/about.md?lang=En)\n\n1 May\n\nText\n\n### [B](${site}/products/b.md?lang=En)\n\n---\n\nAfter`,
    ],
    [
      'cards with nothing but their heading are lines',
      '<ul><li class="card"><h3><a href="/about">A</a></h3></li><li class="card"><h3><a href="/products/b">B</a></h3></li></ul><h2>C</h2>',
      `- [A](${site}/about.md?lang=En)\n- [B](${site}/products/b.md?lang=En)\n\n## C`,
    ],
    [
      'what only the stylesheet keeps apart',
      '<ul><li><a href="/about">A</a><span>PDF</span></li></ul><p><time>1 May</time><span>3 minutes</span></p><p>2 types<a href="/about">All</a></p>',
      `- [A](${site}/about.md?lang=En) · PDF\n\n1 May · 3 minutes\n\n2 types · [All](${site}/about.md?lang=En)`,
    ],
    [
      'numbers of lists',
      '<div class="rich-text"><ol start="5" type="a"><li>a</li><li value="9">b</li><li>c</li></ol><ol reversed><li>d</li><li>e</li></ol></div>',
      '5. a\n9. b\n10. c\n\n2. d\n1. e',
    ],
    ['lines of an item', '<ol><li><p>1987</p><div>Workshop</div></li></ol>', '- 1987 · Workshop'],
    [
      'definitions',
      '<dl><div><dt>Staff </dt><dd><span>640</span> </dd></div><dt>Ways</dt><dd>A</dd><dd>B</dd></dl>',
      '- Staff: 640\n- Ways: A, B',
    ],
    [
      'definitions in an item',
      '<ul><li><dl><div><dt>Rate</dt><dd>1</dd></div><div><dt>Target</dt><dd>2</dd></div></dl></li></ul>',
      '- Rate: 1 · Target: 2',
    ],
    [
      'a section with a name but without a heading',
      '<section aria-label="Facts"><p>a</p></section><section aria-label="None"><h2>B</h2></section>',
      '## Facts\n\na\n\n## B',
    ],
    [
      'lists of editors, in each other',
      '<div class="rich-text"><ol><li>a<ul><li>b</li><li><p>c</p><p>d</p></li></ul></li><li>e<span>f</span></li></ol></div>',
      '1. a\n   - b\n   - c\n\n     d\n2. ef',
    ],
  ])('%s', (_, html, markdown) => {
    expect(textOf(html)).toBe(markdown)
  })
})

test.each([
  [
    'emphasis',
    '<strong>a</strong> <em>b</em> <s>c</s> <code>d`e</code>',
    '**a** *b* ~~c~~ ``d`e``',
  ],
  [
    'emphasis that could not be read as such',
    'x<strong>a:</strong>b <b><strong>c</strong></b>',
    'xa:b **c**',
  ],
  [
    'adjacent emphasis',
    '<b>a</b><strong>b</strong><i>c</i><em>d</em> <b>e </b><b>f</b> <s>g</s><s>h</s> <code>i</code><code>j</code>',
    '**ab***cd* **e f** ~~gh~~ `ij`',
  ],
  [
    'struck text that could not be read as such',
    '<s>a <del>b</del> c</s> d<s>: e</s>',
    '~~a b c~~ d: e',
  ],
  ['raised and lowered signs', 'H<sub>2</sub>O, 10<sup>6</sup>, x<sup>n</sup>', 'H₂O, 10⁶, x^n'],
  ['line breaks', '<p>a<br>b</p><h2>c<br>d</h2>', 'a\\\nb\n\n## c d'],
  ['quotations', '<blockquote><p>a</p><p>b</p></blockquote>', '> a\n>\n> b'],
  ['code', '<pre><code>a ``` &lt;b&gt;\n  c</code></pre>', '````\na ``` <b>\n  c\n````'],
  ['line breaks in code', '<pre>a<br>b<br>  c</pre>', '```\na\nb\n  c\n```'],
  [
    'runs that are isolated for display',
    '<p>قدرة <bdi dir="ltr">13.8 kV</bdi>&nbsp;فقط</p>',
    'قدرة 13.8 kV فقط',
  ],
])('texts of editors: %s', (_, html, markdown) => {
  expect(textOf(`<div class="rich-text">${html}</div>`)).toBe(markdown)
})
