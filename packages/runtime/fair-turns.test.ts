import { expect, test } from 'vitest'
import { createFairTurns } from './requests.ts'

function start(perTurn: number) {
  const next: (() => void)[] = []
  const turns = createFairTurns(perTurn, (run) => void next.push(run))
  const handled: string[] = []
  return {
    handled,
    run: (client: string) =>
      turns.run(
        () => client,
        () => void handled.push(client),
      ),
    /** Goes through one turn. @returns what was handled in it */
    turn: () => {
      const before = handled.length
      next.splice(0).forEach((run) => run())
      return handled.slice(before).join('')
    },
    pending: () => next.length,
  }
}

test('V35: a client with many requests at once delays its own, and others wait for one turn', () => {
  const { run, turn, handled } = start(4)
  for (let at = 0; at < 100; at++) run('a')
  run('b')
  run('c')
  expect(handled.join('')).toBe('aaaa')
  expect(turn()).toBe('abca')
  // Who comes while others wait is not before them, nor behind all of them.
  run('d')
  expect(turn()).toBe('adaa')
})

test('V35: few requests are handled at once, and nothing is scheduled when there are none', () => {
  const { run, turn, handled, pending } = start(4)
  for (let at = 0; at < 4; at++) run('a')
  expect(handled.join('')).toBe('aaaa')
  expect(turn()).toBe('')
  expect(pending()).toBe(0)
  run('a')
  expect(handled).toHaveLength(5)
})

test('V35: a request that throws does not hold up the others', () => {
  const next: (() => void)[] = []
  const turns = createFairTurns(1, (run) => void next.push(run))
  const handled: string[] = []
  turns.run(
    () => 'a',
    () => void handled.push('first'),
  )
  turns.run(
    () => 'a',
    () => {
      throw new Error('a fault of ours')
    },
  )
  turns.run(
    () => 'a',
    () => void handled.push('last'),
  )
  expect(() => next.shift()?.()).toThrow('a fault of ours')
  next.shift()?.()
  expect(handled).toEqual(['first', 'last'])
})
