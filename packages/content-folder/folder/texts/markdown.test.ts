import { describe, expect, test } from 'vitest'
import { sanitiseRichText } from '../../../rich-text/sanitise.ts'
import { htmlOfMarkdown } from './markdown.ts'

/** The only paragraph of a text, with quotes as they are written. */
function paragraphOf(text: string) {
  return /^<p>([^]*)<\/p>\n$/.exec(htmlOfMarkdown(text))?.[1]?.replaceAll('&quot;', '"')
}

describe('what was no mark for its author is shown as written', () => {
  test.each([
    'كابل 4*16 مم2 و 3*25 مم2',
    '4 * 16 * 2',
    '3*2.5mm² + 1*1.5mm²',
    '(4*16) و (3*25)',
    '٤*١٦ و ٣*٢٥',
    'M8*25, M6*20',
    '2*(3*16) + (3+4)*5',
    '60cm*60cm*5mm و 60 سم*60 سم',
    '2*RJ45 + 3*USB',
    '3*كابل و 2*مقبس',
    'W*H*D = 60*80*25',
    '2**3 و 4**5',
    '4\u200e*\u200e16 و 3\u200e*\u200e25',
    'AB_12_C و كود_12_ب',
    '10~20 و 30~40',
    '~5 A … ~6 A',
    '\u200f-5 °C',
    'قيمة [12] و (13) و #14 و 5 - 6',
  ])('%s', (text) => {
    expect(paragraphOf(text)).toBe(text)
  })
})

describe('emphasis', () => {
  test.each([
    [
      '*نص* و **نص** و ***نص***',
      '<em>نص</em> و <strong>نص</strong> و <em><strong>نص</strong></em>',
    ],
    ['ال*كه*رباء ال**كه**رباء', 'ال<em>كه</em>رباء ال<strong>كه</strong>رباء'],
    [
      '**نص**: و **نص**، «**نص**»',
      '<strong>نص</strong>: و <strong>نص</strong>، «<strong>نص</strong>»',
    ],
    ['**ملاحظة:**النص', '<strong>ملاحظة:</strong>النص'],
    ['**الطراز:**TM63', '<strong>الطراز:</strong>TM63'],
    ['و**«نص»** و **(نص)**و', 'و<strong>«نص»</strong> و <strong>(نص)</strong>و'],
    ['*M8*25* **4*16** *TM63*والآخر', '<em>M8*25</em> <strong>4*16</strong> <em>TM63</em>والآخر'],
    ['**10%**من', '<strong>10%</strong>من'],
    ['*a "*b*" c* *(*d*)*', '<em>a "<em>b</em>" c</em> <em>(<em>d</em>)</em>'],
    ['_نص_ و __نص__', '<em>نص</em> و <strong>نص</strong>'],
    ['~~قديم~~ 5~6', '<del>قديم</del> 5~6'],
    ['`4*5` *x* \\*y\\*', '<code>4*5</code> <em>x</em> *y*'],
  ])('%s', (text, html) => {
    expect(paragraphOf(text)).toBe(html)
  })
})

describe('an address ends before what is not of it', () => {
  const after = [
    '، ثم',
    '؛',
    '؟',
    '»',
    '”',
    '“',
    '…',
    '۔',
    '.',
    '،ثم',
    ')',
    ']',
    '}',
    '’',
    '\u200f',
  ]
  test.each(after)('%j', (end) => {
    expect(paragraphOf(`https://x.com/a${end}`)).toBe(
      `<a href="https://x.com/a">https://x.com/a</a>${end}`,
    )
    expect(paragraphOf(`www.x.com${end}`)).toBe(`<a href="http://www.x.com">www.x.com</a>${end}`)
    expect(paragraphOf(`a@x.com${end}`)).toBe(`<a href="mailto:a@x.com">a@x.com</a>${end}`)
  })

  test.each([
    'https://ar.wikipedia.org/wiki/كهرباء',
    'https://x.com/a_(b)',
    'https://x.com/?a[]=1',
  ])('%s is whole', (address) => {
    expect(paragraphOf(`${address}، ثم`)).toContain(`>${address}</a>، ثم`)
  })
})

describe('the sign of a block is seen behind characters that are not', () => {
  const blocks = [
    '- أ\n- ب',
    '* أ',
    '+ أ',
    '1. أ\n2. ب',
    '1) أ',
    '# أ',
    '## أ',
    '> أ\n> - ب',
    '---',
  ]
  const table = '| أ | ب |\n|---|---|\n| 1 | 2 |'
  const code = '```\nx\n```\n- أ'
  const invisible = [
    '\u200f',
    '\u200e',
    '\u061c',
    '\ufeff',
    '\u200b\u200d',
    '\u2067',
    '\u00a0\u00a0',
  ]
  test.each([...blocks, table, code].flatMap((text) => invisible.map((mark) => [text, mark])))(
    '%j behind %j',
    (text, mark) => {
      const marked = text.replace(/^(?!x$)/gm, mark)
      expect(htmlOfMarkdown(marked)).toBe(htmlOfMarkdown(text))
    },
  )

  test('a no-break space after it counts as a space', () => {
    expect(htmlOfMarkdown('-\u00a0أ\n-\u200f ب')).toBe(htmlOfMarkdown('- أ\n- ب'))
  })

  test('code keeps its characters', () => {
    expect(htmlOfMarkdown('```\n\u200f- x\n```')).toBe('<pre><code>\u200f- x\n</code></pre>\n')
  })

  test('a line with nothing else is empty', () => {
    expect(htmlOfMarkdown('أ\n\u00a0\u200f\nب')).toBe('<p>أ</p>\n<p>ب</p>\n')
  })
})

describe('lists as other programs write them are lists on the page', () => {
  const signs = [...'•▪●◦‣–—·ـ'].map((sign) => `${sign} `)
  test.each([...signs, '\u200f• ', '•\u00a0', '•\t', 'o\t'])('%j', (sign) => {
    const page = sanitiseRichText(htmlOfMarkdown(`نص:\n${sign}أول\n${sign}ثانٍ`))
    expect(page).toBe('<p>نص:</p><ul><li>أول</li><li>ثانٍ</li></ul>')
  })

  test.each(['١. أول\n٢. ثانٍ', '١- أول\n٢- ثانٍ', '\u200f١) أول\n\u200f٢) ثانٍ'])('%j', (text) => {
    expect(sanitiseRichText(htmlOfMarkdown(text))).toBe('<ol><li>أول</li><li>ثانٍ</li></ol>')
  })

  test('one line with a dash is dialogue', () => {
    expect(sanitiseRichText(htmlOfMarkdown('قال:\n– نعم\nثم مضى'))).toBe(
      '<p>قال:<br />– نعم<br />ثم مضى</p>',
    )
  })
})

test('a text without marks comes out as it went in', () => {
  const parts = [
    'كابل',
    'TM63',
    '4*16',
    '10~20',
    '٣*٢٥',
    '،',
    '؟',
    '(16 A)',
    '5 %',
    '2×4',
    'AB_1_C',
    '«نص»',
    '\u200f',
    'a/b',
    '2*(3)',
  ]
  let seed = 1
  const pick = () => parts[(seed = (seed * 48271) % 2147483647) % parts.length] ?? ''
  for (let round = 0; round < 300; round += 1) {
    const text = `كلمة ${Array.from({ length: 12 }, pick).join(' ')} .`
    expect(paragraphOf(text)).toBe(text)
  }
})

describe('bad input takes no time', () => {
  test.each([
    ...['*', '[', '~', '_', '>'].map((sign) => [sign, 100_000] as const),
    ...['\u200f', '\u200f '].map((sign) => [sign, 50_000] as const),
    ...['*a ', '**a ', '_a ', 'a:**b ', '4*5 ', '- ', '*('].map((sign) => [sign, 20_000] as const),
  ])('%j, repeated', (sign, times) => {
    const from = performance.now()
    htmlOfMarkdown(`${sign.repeat(times)}x`)
    expect(performance.now() - from).toBeLessThan(3000)
  })
})
