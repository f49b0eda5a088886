import { Marked } from 'marked'
import { expect, test } from 'vitest'
import { sanitiseRichText } from './sanitise.ts'
import { markdownOf } from './to-markdown.ts'

const markdown = new Marked({ gfm: true, breaks: true })

/** What a site shows of HTML after its way through Markdown. */
function shownOf(html: string) {
  return sanitiseRichText(markdown.parse(markdownOf(html), { async: false }))
}

test.each([
  ['paragraphs and breaks', '<p>One<br>two</p><p>Three</p>'],
  ['a paragraph on several lines of the source', '<p>One\n  two\nthree</p>'],
  ['headings', '<h2>Two #</h2><p>x</p><h3>Three</h3>'],
  [
    'lists in lists',
    '<ol start="3"><li>a<ul><li>b</li><li>c</li></ul></li><li>d</li></ol><p>x</p>',
  ],
  ['lists that follow each other', '<ul><li>a</li></ul><ol><li>b</li></ol><ol><li>c</li></ol>'],
  ['items of several paragraphs', '<ul><li><p>a</p><p>b</p></li><li>c</li></ul>'],
  ['emphasis at the end of words', '<p><strong>نص:</strong> كلمة، <em>نص</em>. <s>x</s></p>'],
  [
    'links',
    '<p>Wow!<a href="https://a.example/x_y">[a] *b*</a> and <a href="mailto:a@b.example">mail</a></p>',
  ],
  [
    'a table',
    '<table><thead><tr><th>القدرة | kW</th><th>B</th></tr></thead><tbody><tr><td>1</td><td><strong>2</strong></td></tr></tbody></table>',
  ],
  ['quotations and rules', '<blockquote><p>a</p><p>b</p></blockquote><hr><p>c</p>'],
  ['code', '<p>Set <code>a_b*c</code></p><pre>x\n\n  ```\n</pre>'],
  [
    'lines that look like Markdown',
    '<p>1. a<br># b<br>- c<br>--- ---<br>a | b<br>:--|--:<br>&gt; c<br>&amp;copy; &lt;b&gt; \\</p>',
  ],
  ['plain addresses with signs', '<p>See https://a.example/_x_*</p>'],
])('the same is shown of %s', (_, html) => {
  // Code blocks have code in them, which is no difference that is shown.
  const shown = shownOf(html).replace(/<pre><code>([^<]*)<\/code>/g, '<pre>$1')
  expect(shown).toBe(sanitiseRichText(html))
})

test('merged cells, a caption and lists in cells stay a table of lines', () => {
  const html =
    '<table><caption>Sizes</caption><tr><th>A</th><th>B</th></tr><tr><td colspan="2">1</td></tr>' +
    '<tr><td>x<br>y</td><td><ul><li>p</li><li>q</li></ul></td></tr></table>'
  expect(markdownOf(html)).toBe(
    '**Sizes**\n\n| A | B |\n| --- | --- |\n| 1 |  |\n| x y | • p • q |',
  )
})

test('pictures, scripts and links to places in the text leave no sign', () => {
  const html =
    '<p><img src="a.png" alt="x">a</p><script>b()</script><p><a href="#d">c</a></p><h2 id="d">d</h2>'
  expect(markdownOf(html)).toBe('a\n\nc\n\n## d')
})
