import { describe, expect, test } from 'vitest'
import { indexOf, search } from '../../../tests/support/search-entry.ts'

/** The parts of a text that are marked. */
function marked(text: string, marks: readonly [number, number][]) {
  return marks.map(([from, to]) => text.slice(from, to))
}

describe('the matched words of a title are marked as they are written', () => {
  test.each([
    ['قاطع مُصَغَّر TM63 ثلاثي الأقطاب', 'مصغر', ['مُصَغَّر']],
    ['قاطع مُصَغَّر TM63 ثلاثي الأقطاب', 'قواطع', ['قاطع']],
    ['القـــاطع الهوائي', 'قاطع هوائي', ['القـــاطع', 'الهوائي']],
    ['ﻗﺎﻃﻊ ﻻ مثيل له', 'قاطع لا', ['ﻗﺎﻃﻊ', 'ﻻ']],
    ['Façade floodlight', 'facade', ['Façade']],
    ['TM63-3D breaker', 'tm633d', ['TM63-3D']],
    ['TM63-3D32 breaker', 'tm633d', ['TM63-3D']],
    ['TM63-3D32 breaker', 'tm63', ['TM63']],
    ['Contactor 9 to 38 A', '32A', []],
    ['Transformer, 500 to 1500 kVA', 'transformer 800 kVA', ['Transformer']],
    ['Trunking 16 mm, 16 A', '16 A', ['16 A']],
    ['Contactor 32 A', '٣٢ أمبير', ['32 A']],
    ['Miniature circuit breaker', 'mcb', ['Miniature', 'circuit', 'breaker']],
  ])('%s for %s', (title, text, expected) => {
    const [hit] = search(indexOf({ id: 'one', title }), text).hits
    expect(marked(title, hit?.titleMarks ?? [])).toEqual(expected)
  })

  test('of an unfinished word, the letters that were typed', () => {
    const title = 'الكُونتاكتور TC'
    const [hit] = indexOf({ id: 'one', title }).suggest('كونتا', 'Ar', 5)
    expect(marked(title, hit?.titleMarks ?? [])).toEqual(['الكُونتا'])
  })
})

describe('the sentence that matched', () => {
  const long = Array.from({ length: 60 }, (_, at) => `word${at}`).join(' ')

  test('is shown with its words marked, if the title and the specifications do not match', () => {
    const index = indexOf({
      id: 'one',
      title: 'Breaker',
      text: 'It trips at once. The marlin waits for the inrush. Nothing else happens.',
    })
    expect(search(index, 'breaker marlin inrush').hits[0]?.match).toEqual({
      type: 'text',
      text: 'The marlin waits for the inrush.',
      marks: [
        [4, 10],
        [25, 31],
      ],
    })
  })

  test('is cut to 160 characters around the match', () => {
    const index = indexOf({ id: 'one', title: 'Breaker', text: `${long} marlin ${long}` })
    const match = search(index, 'marlin').hits[0]?.match
    if (match?.type !== 'text') throw new Error('A sentence was expected.')
    expect(match.text.length).toBeLessThanOrEqual(160)
    expect(match.text).toMatch(/^…word\d+ .* marlin .*word\d+…$/)
    expect(marked(match.text, match.marks)).toEqual(['marlin'])
  })

  test('is missing when the title says it all', () => {
    const index = indexOf({ id: 'one', title: 'Marlin breaker', text: 'A marlin.' })
    expect(search(index, 'marlin').hits[0]).not.toHaveProperty('match')
  })

  test('may be one that is longer than its excerpt and has no space', () => {
    const index = indexOf({ id: 'one', title: 'Breaker', text: `marlin,${'x,'.repeat(400)}` })
    const match = search(index, 'marlin').hits[0]?.match
    expect(match?.type === 'text' && match.text.length).toBeLessThanOrEqual(160)
  })
})
