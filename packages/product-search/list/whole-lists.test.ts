import { expect, test } from 'vitest'
import { indexSample } from '../../../tests/support/sample-entries.ts'
import { readLists, type ListLine } from '../../../tests/support/list-lines/list-line.ts'
import { readText } from './read-list.ts'

const index = indexSample()

/** Answers a list as its page does, and says of each line what a buyer would complain of. */
function answer({ lines }: { lines: ListLine[] }) {
  const read = readText(lines.map(({ line }) => line).join('\n')).lines
  expect(read).toHaveLength(lines.length)
  return lines.map((asked, at) => {
    const { isNote = true, question = '', quantity = null } = read[at] ?? {}
    const language = /[\u0620-\u06ff]/.test(asked.line) ? 'Ar' : 'En'
    const [match] = isNote ? [] : index.matchLines([question], language)
    const [best] = match?.choices ?? []
    const isRight =
      best !== undefined &&
      asked.products?.includes(best.id) === true &&
      (asked.codes?.includes(best.code ?? '') ?? true)
    const state = isNote ? 'note' : (match?.state ?? 'none')
    return { asked, state, isRight, quantity }
  })
}

test('whole lists are read and answered as the one who wrote them means it', () => {
  const answers = readLists().flatMap(answer)
  const said = (some: typeof answers) => some.map(({ asked }) => asked.line)
  const sure = answers.filter(({ state }) => state === 'sure')
  const items = answers.filter(({ asked }) => asked.products)
  const others = answers.filter(({ asked }) => asked.kind === 'none')
  const unread = answers.filter(({ state, quantity }) => state !== 'note' && quantity === null)
  const right = items.filter(({ isRight }) => isRight)
  const offered = others.filter(({ state }) => state !== 'none')
  process.stdout.write(
    `Whole lists: ${answers.length} lines, ${sure.length} sure, ${right.length} of ${items.length} right, ` +
      `${offered.length} of ${others.length} offered for nothing, ${unread.length} quantities unread\n`,
  )
  expect(said(sure.filter(({ isRight }) => !isRight))).toEqual([])
  expect(
    said(answers.filter(({ asked, state }) => (asked.kind === 'note') !== (state === 'note'))),
  ).toEqual([])
  const isOther = ({ asked, state, quantity }: (typeof answers)[number]) =>
    state !== 'note' && quantity !== asked.quantity
  expect(said(answers.filter(isOther))).toEqual([])
  // Post with two outlets of 22 kW: it is stated as one of 44 kW.
  expect(said(items.filter(({ isRight }) => !isRight))).toEqual(['ev charging post 2x22kW - 1'])
  // Bars of copper are not told from trunking.
  expect(said(offered)).toEqual(['Copper busbar 60x10mm - 12 m'])
})
