import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { readText } from './read-list.ts'
import { openSearchIndex, readSearchIndex } from '../index/search-index.ts'
import { indexSample } from '../../../tests/support/sample-entries.ts'
import { makeIndexFile } from '../../../tests/support/open-search.ts'
import { entryOf } from '../../../tests/support/search-entry.ts'
import { heldOutLines } from '../../../tests/support/list-lines/held-out.ts'
import type { ListLine } from '../../../tests/support/list-lines/list-line.ts'
import { openLines } from '../../../tests/support/list-lines/open.ts'

/** Shares of items: with a right product at the first place, and among those that are offered. */
const least = { first: 0.9, offered: 0.97 }

/** The share of all lines that are said to be sure, and are not what is asked for. */
const mostWrong = 0.01

const shareOf = <T>(all: readonly T[], isTrue: (one: T) => boolean) =>
  all.filter(isTrue).length / all.length

describe('lines of bills of quantities as buyers write them', () => {
  const index = indexSample()

  function answer(asked: ListLine) {
    const [read] = readText(asked.line).lines
    const isNote = !read || read.isNote
    const language = /[\u0620-\u06ff]/.test(asked.line) ? 'Ar' : 'En'
    const [match] = isNote ? [] : index.matchLines([read.question], language)
    const { state = 'none', choices = [] } = match ?? {}
    const isProduct = ({ id }: { id: string }) => asked.products?.includes(id) === true
    const [best] = choices
    const isRight = best !== undefined && isProduct(best)
    const isCode = asked.codes === undefined || asked.codes.includes(best?.code ?? '')
    return {
      ...{ asked, read, isNote, state, isRight },
      isOffered: choices.some(isProduct),
      isRightCode: isRight && isCode,
      isWrong: state === 'sure' && !(isRight && isCode),
    }
  }

  test.each([
    ['looked at while it was made', openLines],
    ['never looked at', heldOutLines],
  ])('find their products, and are sure only where they may be: %s', (name, lines) => {
    const answers = lines.map(answer)
    const items = answers.filter(({ asked }) => asked.kind === undefined)
    const notes = answers.filter(({ asked }) => asked.kind === 'note')
    const others = answers.filter(({ asked }) => asked.kind === 'none')
    const decided = items.filter(({ asked }) => asked.codes)
    const counted = [...items, ...others]
    const figures = {
      first: shareOf(items, ({ isRight }) => isRight),
      offered: shareOf(items, ({ isOffered }) => isOffered),
      codes: shareOf(decided, ({ isRightCode }) => isRightCode),
      sure: shareOf(items, ({ state }) => state === 'sure'),
      wrong: shareOf(counted, ({ isWrong }) => isWrong),
      notes: shareOf(notes, ({ isNote }) => isNote),
      none: shareOf(others, ({ state, isNote }) => state === 'none' && !isNote),
      quantities: shareOf(counted, ({ asked, read }) => read?.quantity === asked.quantity),
      units: shareOf(counted, ({ asked, read }) => !asked.unit || read?.unit === asked.unit),
    }
    const shown = Object.entries(figures).map(([key, share]) => `${key} ${share.toFixed(3)}`)
    process.stdout.write(`Lines ${name}: ${shown.join(', ')} of ${lines.length}\n`)
    // Not which: the lines that nobody looks at stay unread.
    expect(figures.first).toBeGreaterThanOrEqual(least.first)
    expect(figures.offered).toBeGreaterThanOrEqual(least.offered)
    expect(figures.wrong).toBeLessThanOrEqual(mostWrong)
    expect(figures.notes).toBeGreaterThanOrEqual(0.9)
    expect(figures.none).toBeGreaterThanOrEqual(0.7)
    expect(figures.quantities).toBeGreaterThanOrEqual(0.95)
  })
})

test('an order code that nearly has the written one is told by its own rating', () => {
  const [match] = indexSample().matchLines(['TM63-C99 99 A'], 'En')
  const told = (match?.choices ?? []).flatMap(({ code = '', conditions = [] }) =>
    conditions.flatMap(({ spec }) =>
      spec?.unit === 'A' ? [[code.replace(/^.*\D/, ''), spec.value]] : [],
    ),
  )
  expect(told.length).toBeGreaterThan(0)
  for (const [rating, value] of told) expect(value).toBe(rating)
})

test.each(['contactor 40 A', 'كونتكتور 40 أمبير'])(
  '%s is offered plain contactors, none for capacitors and no service kit',
  (line) => {
    const [match] = indexSample().matchLines([line], 'Ar')
    expect(match?.choices.map(({ id }) => id)).toEqual(['tc-38', 'tc-265'])
  },
)

test.each([
  ['by the same thread', false],
  ['by another thread', true],
])(
  'what a product states is read anew once it has changed, %s, and nothing of one that is gone',
  (_, isOther) => {
    const breaker = (value: string) =>
      entryOf({
        id: 'tm63',
        title: 'TM63 MCB',
        specs: [
          { name: 'Number of poles', value: '3', unit: '' },
          { name: 'Rated current', value, unit: 'A' },
        ],
      })
    vi.useFakeTimers({ toFake: ['performance'] })
    onTestFinished(() => void vi.useRealTimers())
    const file = makeIndexFile()
    const written = openSearchIndex(file)
    written.put([breaker('63')], { isWhole: true })
    const asked = isOther ? readSearchIndex(file) : written
    const states = () => {
      vi.advanceTimersByTime(10_000)
      return asked
        .matchLines(['MCB 3 pole 63 A'], 'En')
        .flatMap(({ choices }) => choices[0]?.conditions?.map(({ state }) => state) ?? [])
    }
    expect(states()).toEqual(['met', 'met'])
    written.put([breaker('80')], { isWhole: true })
    expect(states()).toEqual(['met', 'unmet'])
    written.retain({ kind: 'product', language: 'En' }, new Set())
    expect(states()).toEqual([])
  },
)
