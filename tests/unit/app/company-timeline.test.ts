import { describe, expect, test } from 'vitest'
import { splitTimeline } from '../../../app/company/company-timeline.server.ts'

const head = '<thead>\n<tr>\n<th>السنة</th>\n<th>الحدث</th>\n</tr>\n</thead>'

function table(rows: string[][], inner = '') {
  const body = rows
    .map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('\n')}</tr>`)
    .join('\n')
  return `<table>${inner}<tbody>${body}</tbody></table>`
}

const years = [
  ['1987', 'ورشة في الرياض'],
  ['1992', 'فرع <bdi dir="ltr">TM63-C16</bdi>'],
  ['2025', 'توسعة'],
]

describe('a table of years', () => {
  test('becomes a timeline, with the heading directly above it', () => {
    const html = `<h2>أولًا</h2><p>نص</p>\n<h2>محطات &amp; تواريخ</h2>\n${table(years, head)}\n<p>ثم</p>`
    expect(splitTimeline(html)).toEqual({
      before: '<h2>أولًا</h2><p>نص</p>',
      timeline: {
        heading: 'محطات & تواريخ',
        events: [
          { year: '1987', html: 'ورشة في الرياض' },
          { year: '1992', html: 'فرع <bdi dir="ltr">TM63-C16</bdi>' },
          { year: '2025', html: 'توسعة' },
        ],
      },
      after: '<p>ثم</p>',
    })
  })

  test('needs no header row and no heading, and may be in descending order', () => {
    const { before, timeline } = splitTimeline(`<p>Before</p>${table([...years].reverse())}`)
    expect(before).toBe('<p>Before</p>')
    expect(timeline?.heading).toBe('')
    expect(timeline?.events.map(({ year }) => year)).toEqual(['2025', '1992', '1987'])
  })

  test('may have two events in one year, and years in Arabic digits', () => {
    const rows = [
      ['<strong>١٩٨٧</strong>', 'أ'],
      ['١٩٨٧', 'ب'],
      ['٢٠٠١', 'ج'],
    ]
    expect(splitTimeline(table(rows)).timeline?.events[0]).toEqual({ year: '١٩٨٧', html: 'أ' })
  })

  test('is found after another table', () => {
    const other = table([['Rated current', '630 A']])
    const { before, timeline } = splitTimeline(`${other}${table(years)}`)
    expect(before).toBe(other)
    expect(timeline?.events).toHaveLength(3)
  })

  test('is found after any number of other tables', () => {
    const others = table([['a', 'b']]).repeat(20_000)
    const { before, timeline } = splitTimeline(`${others}${table(years)}`)
    expect(before).toBe(others)
    expect(timeline?.events).toHaveLength(3)
  })

  test('is found after a table of years in a quotation', () => {
    const quoted = `<blockquote>${table(years)}</blockquote>`
    const { before, timeline } = splitTimeline(`${quoted}${table(years.slice().reverse())}`)
    expect(before).toBe(quoted)
    expect(timeline?.events[0]?.year).toBe('2025')
  })

  test('leaves a heading with text below it in the text', () => {
    const { before, timeline } = splitTimeline(`<h2>Title</h2><p>Text</p>${table(years)}`)
    expect(before).toBe('<h2>Title</h2><p>Text</p>')
    expect(timeline?.heading).toBe('')
  })
})

describe('any other table stays a table', () => {
  test.each([
    ['very many tables', table([['a', 'b']]).repeat(20_000)],
    ['very many nested tables of years', `<p>${table(years)}`.repeat(2_000)],
    ['a third column', table(years.map((row) => [...row, 'x']))],
    ['a row of one cell', table([...years, ['2026']])],
    ['a range of years', table([...years, ['2026–2027', 'x']])],
    ['a year of another calendar', table(years.map(([, event = '']) => ['1407 هـ', event]))],
    [
      'rated currents',
      table([
        ['1000', 'S'],
        ['1600', 'M'],
        ['2000', 'L'],
      ]),
    ],
    [
      'unordered rated currents that look like years',
      table([
        ['2000', 'S'],
        ['1900', 'M'],
        ['2050', 'L'],
      ]),
    ],
    ['two rows', table(years.slice(1))],
    ['no rows', '<table></table>'],
    ['a caption', table(years, '<caption>x</caption>')],
    ['merged cells', table(years).replace('<td>ورشة', '<td colspan="2">ورشة')],
    ['a table in a cell', `<table><tr><td>1987</td><td>${table(years)}</td></tr></table>`],
    ['a table in a quotation', `<blockquote>${table(years)}</blockquote>`],
    ['a table that is cut off', table(years).slice(0, -20)],
    ['a text without a table', '<p>1987 | 1992</p>'],
    ['nothing', ''],
  ])('%s', (_, html) => {
    expect(splitTimeline(html)).toEqual({ before: html, timeline: null, after: '' })
  })

  test('void elements in the text before do not hide a timeline', () => {
    expect(splitTimeline(`<p>a<br />b</p><hr />${table(years)}`).timeline).not.toBeNull()
  })
})
