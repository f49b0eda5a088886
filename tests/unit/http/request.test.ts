import { expect, test, vi } from 'vitest'
import { requestFor } from '../../support/site-request.ts'

test('V30: an error at the end of one response keeps neither other endings nor the next request waiting', () => {
  const thrown: (() => void)[] = []
  vi.spyOn(globalThis, 'queueMicrotask').mockImplementation((run) => void thrown.push(run))
  const request = requestFor('/')
  const ended: string[] = []
  request.onEnd(() => {
    throw new Error('a fault of ours')
  })
  request.onEnd(() => ended.push('other ending'))
  request.response.once('close', () => ended.push('next request'))
  request.response.emit('close')
  expect(ended).toEqual(['other ending', 'next request'])
  expect(() => thrown[0]?.()).toThrow('a fault of ours')
})
