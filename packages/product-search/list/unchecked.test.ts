import { expect, test } from 'vitest'
import { indexSample } from '../../../tests/support/sample-entries.ts'
import { readText } from './read-list.ts'

const index = indexSample()

/** The words that the best product for a line was not compared with. */
function uncheckedIn(line: string) {
  const [read] = readText(line).lines
  const language = /\p{Script=Arabic}/u.test(line) ? 'Ar' : 'En'
  const [match] = index.matchLines([read?.question ?? ''], language)
  const [best] = match?.choices ?? []
  expect(best).toBeDefined()
  return best?.unchecked ?? []
}

test.each<[line: string, unchecked: string[]]>([
  ['MCB 1P 16A C curve UL489 listed', ['UL489']],
  ['MCCB 3P 250A 36kA as per UL 489, 5 nos', ['UL 489']],
  ['MCB 1P 16A C curve to BS EN 60898 - 10 nos', []],
  ['MCB 1P 16A C curve as per IEC 60898-1', []],
  ['Contactor 3P 25A 230V coil as approved by consultant 2 nos', []],
  ['قاطع مصغر 1×16 أمبير منحنى C حسب المواصفة UL 489', ['UL 489']],
  ['MCCB 3P 100A 36kA fixed with shunt trip and motor operator', ['shunt trip', 'motor operator']],
  ['Contactor 32A 110V DC coil', ['DC']],
  ['Contactor 32A coil 230V AC', []],
  ['Building wire 2.5mm2 LSZH red', ['red']],
  ['cable 4x16 mm2 copper armoured 600/1000V', []],
  ['MCB 3 pole 32 A curve D rated current, 6 pcs', []],
  ['TM63-C16', []],
  ['TM63-C16 purple', ['purple']],
  ['قاطع مقولب 3×250 أمبير قدرة قطع 36 كيلو أمبير مع ملف فصل بنفسجي - 4 حبات', ['ملف فصل بنفسجي']],
])('words that nothing was compared with are told: %s', (line, unchecked) => {
  expect(uncheckedIn(line)).toEqual(unchecked)
})

test('what follows the words that are read of a long line is told whole', () => {
  const [first, rest] = uncheckedIn(`MCB 16A 1P C curve ${'purple '.repeat(60)}end`)
  expect([first, rest]).toEqual(['purple', expect.stringMatching(/^purple .* end$/)])
})
