import { expect, test } from 'vitest'
import { remember } from '../../../server/http/remember.ts'

function count() {
  const asked: string[] = []
  const lengthOf = remember((text) => {
    asked.push(text)
    return { length: text.length }
  })
  return { asked, lengthOf }
}

test('what is asked for again is worked out once', () => {
  const { asked, lengthOf } = count()
  for (const text of ['a', 'bb', 'a', '', ''])
    expect(lengthOf(text)).toEqual({ length: text.length })
  expect(asked).toEqual(['a', 'bb', ''])
})

test('V18: made-up texts push out those not asked for longest, and long ones none', () => {
  const { asked, lengthOf } = count()
  lengthOf('often')
  for (let at = 0; at < 2_000; at += 1) {
    lengthOf(`made up ${at}`)
    lengthOf(`${at}`.repeat(300))
    lengthOf('often')
  }
  expect(asked.filter((text) => text === 'often')).toHaveLength(1)
  asked.length = 0
  lengthOf('made up 1')
  lengthOf('made up 1999')
  expect(asked).toEqual(['made up 1'])
})
