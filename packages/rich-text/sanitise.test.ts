import { describe, expect, test } from 'vitest'
import { sanitiseRichText as sanitise } from './sanitise.ts'
import { hostileHtml } from '../../tests/support/hostile-html.ts'
import { pictureAddress } from '../../server/content/posts/post-fields.ts'

/** With the pictures of a site. */
function sanitiseRichText(html: string) {
  return sanitise(html, { pictureAddress })
}

const allowedTags = new Set([
  ...['h2', 'h3', 'h4', 'p', 'br', 'hr', 'ul', 'ol', 'li', 'dl', 'dt', 'dd', 'blockquote'],
  ...['strong', 'b', 'em', 'i', 'u', 's', 'sub', 'sup', 'small', 'code', 'pre', 'bdi', 'span'],
  ...['a', 'img', 'figure', 'figcaption'],
  ...['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'],
])
const allowedAttributes = new Set([
  ...['href', 'rel', 'src', 'alt', 'loading', 'scope', 'colspan', 'rowspan', 'dir', 'lang'],
  ...['id', 'start', 'reversed', 'type', 'value'],
])

/** Matches tags in their strictest form, which browsers can only parse one way. */
const strictTag = /<\/?([a-z][a-z0-9]*)((?: [a-z-]+(?:="[^"<>]*")?)*)( \/)?>/g

/**
 * Parses sanitised output strictly: text outside such tags must not contain "<", so that no browser
 * can find a tag that this parser missed.
 */
function readMarkup(html: string) {
  const elements = [...html.matchAll(strictTag)].map(([, tag = '', written = '']) => {
    const pairs = [...written.matchAll(/ ([a-z-]+)(?:="([^"]*)")?/g)]
    const attributes = new Map(pairs.map(([, name = '', value = '']) => [name, decode(value)]))
    return { tag, attributes }
  })
  return { elements, rest: html.replace(strictTag, '') }
}

function decode(value: string) {
  return value
    .replace(/&quot;/g, '"')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&')
}

/** Fails on anything a browser would run, load from another site, or treat as part of the page. */
function expectHarmless(html: string) {
  const { elements, rest } = readMarkup(html)
  expect(rest).not.toContain('<')
  for (const { tag, attributes } of elements) {
    expect(allowedTags).toContain(tag)
    for (const name of attributes.keys()) expect(allowedAttributes).toContain(name)
    const source = attributes.get('src')
    if (source !== undefined) expect(source).toMatch(/^\/images\/post\/[^/\\]+$/)
    const id = attributes.get('id')
    if (id !== undefined) expect(id).toMatch(/^text-/)
    const href = attributes.get('href')
    if (href !== undefined) expectHarmlessLink(href, attributes.get('rel'))
  }
}

function expectHarmlessLink(href: string, rel: string | undefined) {
  const address = new URL(href, 'https://site.example/blog_details/1')
  expect(['https:', 'http:', 'mailto:', 'tel:']).toContain(address.protocol)
  if (/^https?:$/.test(address.protocol) && address.host !== 'site.example') {
    expect(rel, `the rel of ${href}`).toBe('noopener nofollow')
  }
}

describe('no code, outside resource or page-wide effect is left of', () => {
  /** Vectors that browsers are tested with, and further ones that only the parser of a server reads. */
  const vectors: [what: string, html: string][] = [
    ...hostileHtml.map(([what, html]): [string, string] => [what, html]),
    ['a script in a script', '<scr<script>ipt>alert(1)</scr</script>ipt>'],
    ['a script with NUL', '<scr\0ipt>alert(1)</scr\0ipt>'],
    ['a handler behind a line break', '<p\nonclick\n=\n"alert(1)">text</p>'],
    ['javascript: with a comment', '<a href="java<!-- -->script:alert(1)">x</a>'],
    ['javascript: with a zero-width space', '<a href="java\u200bscript:alert(1)">x</a>'],
    ['an address with backslashes', '<a href="\\\\evil.example">x</a>'],
    ['an address with slashes and a tab', '<a href="/\t/evil.example">x</a>'],
    ['clobbering by id', '<a id="content" name="body" href="#x">x</a><img id=cookie name=cookie>'],
    ['clobbering by class', '<p class="site-header" data-language="En" slot="x">x</p>'],
    ['srcset', '<img src="a.png" srcset="//evil.example/x.png 2x" sizes=100vw>'],
    ['background', '<table background="//evil.example/x.png"><tr><td background=x>y</table>'],
    ['a custom element', '<x-y onclick=alert(1)>x</x-y>'],
    ['CDATA in svg', '<svg><![CDATA[><img src=x onerror=alert(1)>]]></svg>'],
    ['a doctype', '<!DOCTYPE html [<!ENTITY x "<script>">]>&x;'],
    ['twice escaped markup', '&amp;lt;img src=x onerror=alert(1)&amp;gt;'],
    ['a tag that never ends', '<img src="x.png" onerror="alert(1)'],
    ['a quote that never ends', '<a href="https://a.example/?x=\'">x</a><a href=\'"onclick=1>'],
    ['a lone "<"', 'for a < b and b <c'],
  ]
  test.each(vectors)('%s', (_, html) => {
    const clean = sanitiseRichText(`<p>before</p>${html}`)
    expectHarmless(clean)
    expect(clean).toMatch(/^<p>before<\/p>/)
    expect(clean).not.toMatch(/[\0]/)
  })

  test('the text of a script, style, option or text field is removed too', () => {
    const html =
      '<script>one()</script><style>two{}</style><select><option>three</option></select>' +
      '<textarea>four</textarea><p>five</p>'
    expect(sanitiseRichText(html)).toBe('<p>five</p>')
  })

  test('sanitising twice changes nothing', () => {
    for (const [, html] of vectors) {
      const clean = sanitiseRichText(html)
      expect(sanitiseRichText(clean)).toBe(clean)
    }
  })

  test('10,000 nested tags lose neither the page nor the text', () => {
    const deep = `${'<b><span>'.repeat(5_000)}the text`
    const clean = sanitiseRichText(deep)
    expectHarmless(clean)
    expect(clean).toContain('the text')
    expect(readMarkup(clean).elements.length).toBeLessThan(1_000)
  })
})

describe('what an editor needs is unchanged', () => {
  test.each([
    ['headings', '<h2>Facts</h2><h3>More</h3><h4>Most</h4>'],
    ['paragraphs and breaks', '<p>One<br />two</p><hr /><p>three</p>'],
    ['lists', '<ul><li>One</li></ul><ol><li>Two<ul><li>Three</li></ul></li></ol>'],
    ['a list of terms', '<dl><dt>IP</dt><dd>Ingress protection</dd></dl>'],
    ['a quotation', '<blockquote><p>Power is work over time.</p></blockquote>'],
    ['emphasis', '<p><strong>a</strong> <em>b</em> <b>c</b> <i>d</i> <u>e</u> <s>f</s></p>'],
    ['small signs', '<p>mm<sup>2</sup>, I<sub>n</sub>, <small>note</small>, <code>x=1</code></p>'],
    [
      'tables',
      '<table><caption>Ratings</caption><thead><tr><th scope="col" colspan="2">A</th></tr></thead>' +
        '<tbody><tr><td rowspan="2">1</td><td>2</td></tr></tbody></table>',
    ],
    ['direction and language', '<p dir="rtl" lang="ar">نص <bdi dir="ltr">IP65</bdi></p>'],
    ['Arabic', '<p>قاطعُ الدّائرة ٦٣ أمبير</p>'],
    ['entities', '<p>5 &lt; 6 &amp; 7 &gt; 6</p>'],
    ['a link inside the site', '<a href="/products/home">Products</a>'],
    ['a link in the text', '<p><a href="#text-facts">Facts</a></p><h2 id="text-facts">Facts</h2>'],
    ['numbers of lists', '<ol start="5" type="a"><li>Five</li><li value="9">Nine</li></ol>'],
    ['a list that counts down', '<ol reversed><li>Two</li><li>One</li></ol>'],
    ['a mail link', '<a href="mailto:info@tayyar.example">Mail</a>'],
    ['a phone link', '<a href="tel:+966115550100">Call</a>'],
  ])('%s', (_, html) => {
    expect(sanitiseRichText(html)).toBe(html)
  })

  test('a first-level heading becomes second-level', () => {
    expect(sanitiseRichText('<h1 dir="rtl" id="x">عنوان</h1>')).toBe('<h2 dir="rtl">عنوان</h2>')
  })

  test('headings below the fourth level become fourth-level', () => {
    expect(sanitiseRichText('<h5>Five</h5><h6>Six</h6>')).toBe('<h4>Five</h4><h4>Six</h4>')
  })

  test('outer white space is trimmed; plain text stays plain text', () => {
    expect(sanitiseRichText('  plain text \n')).toBe('plain text')
    expect(sanitiseRichText('')).toBe('')
  })
})

describe('external links', () => {
  test.each([
    ['https', 'https://a.example/x?y=1#z'],
    ['http', 'http://a.example/'],
    ['capitals', 'HTTPS://A.example/'],
  ])('get rel attributes: %s', (_, href) => {
    expect(sanitiseRichText(`<a href="${href}">x</a>`)).toBe(
      `<a href="${href}" rel="noopener nofollow">x</a>`,
    )
  })

  test('get our rel, whatever the editor wrote', () => {
    const html = '<a rel="follow opener" href="https://a.example/">x</a>'
    expect(sanitiseRichText(html)).toBe(
      '<a href="https://a.example/" rel="noopener nofollow">x</a>',
    )
  })
})

describe('images are loaded through the site’s own image URL', () => {
  test.each([
    ['a plain name', 'panel.png', '/images/post/panel.png'],
    [
      'the API’s own address',
      'https://api.example/images/post/panel.jpg?v=2',
      '/images/post/panel.jpg',
    ],
    ['a path', '../images/panel.webp', '/images/post/panel.webp'],
    ['an Arabic name', 'لوحة توزيع.png', `/images/post/${encodeURIComponent('لوحة توزيع.png')}`],
    ['capitals', 'PANEL.JPEG', '/images/post/PANEL.JPEG'],
    ['our own address', '/images/post/2024/a%23b.png?w=800', '/images/post/2024/a%23b.png'],
    ['an encoded name', 'a%23b%3F.png', '/images/post/a%23b%3F.png'],
    ['a relative path, whose place is unknown', '2024/panel.png', '/images/post/panel.png'],
    ['a folder elsewhere', 'https://x.example/2024/panel.png', '/images/post/panel.png'],
    ['a stray slash', '/images/post//panel.png', '/images/post/panel.png'],
  ])('%s', (_, source, address) => {
    const clean = sanitiseRichText(`<img src="${source}" alt="لوحة">`)
    expect(clean).toBe(`<img src="${address}?w=800" alt="لوحة" loading="lazy" />`)
    expect(sanitiseRichText(clean)).toBe(clean)
  })

  test.each([
    ['https://cdn.example/images/post/2024/panel.png', '2024/panel.png'],
    ['//cdn.example/app/images/post/2024/05/a b.png?v=2#x', '2024/05/a%20b.png'],
    ['/images/post/2024/panel.png', '2024/panel.png'],
    ['https://cdn.example/images/post/../2024/panel.png', 'panel.png'],
    ['https://cdn.example/images/post/%2e%2e/2024/panel.png', 'panel.png'],
    ['https://cdn.example/images/post/2024%2Fold/panel.png', 'panel.png'],
    ['https://cdn.example/media/2024/panel.png', 'panel.png'],
  ])('an image of an image base keeps its folder: %s', (source, file) => {
    const clean = sanitiseRichText(`<img src="${source}" alt="x">`)
    expect(clean).toBe(`<img src="/images/post/${file}?w=800" alt="x" loading="lazy" />`)
    expect(sanitiseRichText(clean)).toBe(clean)
  })

  test.each([
    ['no address', ''],
    ['a name without a kind', 'panel'],
    ['a drawing that can hold a script', 'panel.svg'],
    ['a page', 'panel.html'],
    ['a name that hides its kind', 'panel.png/..'],
  ])('%s: the image is removed, the text around it stays', (_, source) => {
    expect(sanitiseRichText(`<p>a<img src="${source}" alt="b">c</p>`)).toBe('<p>ac</p>')
  })
})
