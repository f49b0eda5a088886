import { describe, expect, test } from 'vitest'
import { createIsolator } from '../../../app/views/post-view.server.ts'
import { startCpuTimer } from '../../support/loop-watch.ts'

/** The HTML with its runs in double brackets. */
function markedHtml(html: string) {
  return createIsolator()(html, { isRtl: true })
    .replace(/<bdi[^>]*>/g, '⟦')
    .replaceAll('</bdi>', '⟧')
    .replaceAll('\u00A0', ' ')
}

describe('the runs of a rich text', () => {
  test('only text is changed, never tags, attributes or entities', () => {
    expect(
      createIsolator()('<p dir="rtl">قاطع <a href="/products/mcb">TM63</a> &amp; &lt;b</p>', {
        isRtl: true,
      }),
    ).toBe(
      '<p dir="rtl">قاطع <bdi dir="ltr" class="ltr-unbroken"><a href="/products/mcb">TM63</a> ' +
        '&amp; &lt;b</bdi></p>',
    )
  })

  test.each([
    ['entities', '<p>بقيمة ⟦UGR &lt; 19⟧ و⟦R&amp;D⟧ و⟦a &gt; b⟧</p>'],
    ['inline elements', '<p>غاز ⟦H<sub>2</sub>O⟧ و⟦<b>Icu</b> = <i>Ics</i>⟧، ⟦x<sup>2</sup>⟧</p>'],
    ['nested ones', '<li>ثم ⟦<b><i>5</i> ×</b> In⟧ و<b>هنا ⟦63 A⟧</b></li>'],
    ['links', '<p>انظر <a href="/x">⟦TM63-C16⟧</a> أو ⟦<a href="/y">TM125</a> 16 A⟧</p>'],
    ['an element around part of a run', '<p>من <b>نحو ⟦5⟧</b>⟦ × In⟧</p>'],
    ['cells, each by itself', '<tr><td>⟦1 – 2⟧</td><td>⟦A, B⟧</td><td>5</td></tr>'],
    [
      'notes, whose links have ids',
      '<p>انظر ⟦TM63<a id="text-a" href="#text-b">[1]</a>⟧ و<span id="text-c"></span>⟦TM125⟧</p>',
    ],
    ['items with numbers', '<ol start="5" type="a" reversed><li value="9">⟦TM63⟧ هنا</li></ol>'],
    ['lines', '<p>⟦TM63⟧<br />⟦TM125⟧ هنا</p>'],
  ])('runs go over %s', (_, html) => {
    expect(markedHtml(html.replace(/[⟦⟧]/g, ''))).toBe(html)
  })

  test('a long run may wrap, a short one stays on one line, a formula in one piece', () => {
    expect(createIsolator()('IEC 60947-2 and IEC 60898-1 and more', { isRtl: true })).not.toContain(
      'class',
    )
    expect(createIsolator()('13.8 kV', { isRtl: true })).toContain('class="ltr-unbroken"')
    expect(createIsolator()('224 × 0.90 × 0.77 = 155', { isRtl: true })).toContain(
      'class="ltr-formula"',
    )
  })
})

test('a number and its unit stay on one line over the elements of a rich text', () => {
  expect(createIsolator()('<p>عند <b>400</b> فولت و<i>63</i> A</p>', { isRtl: true })).toContain(
    '400</b>\u00A0فولت',
  )
})

test('in a text from left to right, codes and ranges stay on one line', () => {
  expect(
    createIsolator()('<td>TM63-C10</td><td>0.63–1 A</td><td>low-voltage 63</td>', { isRtl: false }),
  ).toBe(
    '<td><span class="ltr-unbroken">TM63-C10</span></td>' +
      '<td><span class="ltr-unbroken">0.63–1</span>\u00A0A</td><td>low-voltage 63</td>',
  )
  const many = createIsolator()('TM63-C10 '.repeat(3_000), { isRtl: false })
  expect(many.match(/<span/g)).toHaveLength(2_000)
})

test('F44 a page isolates at most 2,000 runs in its rich texts', () => {
  const text = 'قاطع TM63 في '.repeat(1_500)
  const isolate = createIsolator()
  const count = (html: string) => html.match(/<bdi/g)?.length ?? 0
  expect([text, text, text].map((part) => count(isolate(part, { isRtl: true })))).toEqual([
    1_500, 500, 0,
  ])
  expect(count(createIsolator()('<b>من 5</b> × 5 '.repeat(1_500), { isRtl: true }))).toBe(2_000)
})

test.each(['a(b)', '5 – ', '< ', 'a<b>', 'a</b> ', '<b>a'])(
  'a rich text of 50 kB takes no noticeable time: %j',
  (part) => {
    const text = `ا a${part.repeat(50_000 / part.length)}ا`
    const tookMs = startCpuTimer()
    createIsolator()(text, { isRtl: true })
    // About 50 ms; seconds, if the time grew with the square of the length.
    expect(tookMs()).toBeLessThan(1_000)
  },
)
