import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { onEveryMinute } from '../../../app/branches/open-badge.tsx'

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-22T07:00:45Z') })
  vi.stubGlobal('document', new EventTarget())
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('one timer updates all badges at the start of every minute', () => {
  const badges = Array.from({ length: 48 }, () => vi.fn())
  const unsubscribes = badges.map((badge) => onEveryMinute(badge))
  expect(vi.getTimerCount()).toBe(1)
  vi.advanceTimersByTime(14_999)
  for (const badge of badges) expect(badge).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  for (const badge of badges) expect(badge).toHaveBeenCalledOnce()
  vi.advanceTimersByTime(60_000)
  for (const badge of badges) expect(badge).toHaveBeenCalledTimes(2)
  document.dispatchEvent(new Event('visibilitychange'))
  for (const badge of badges) expect(badge).toHaveBeenCalledTimes(3)
  expect(vi.getTimerCount()).toBe(1)
  for (const unsubscribe of unsubscribes) unsubscribe()
  expect(vi.getTimerCount()).toBe(0)
  document.dispatchEvent(new Event('visibilitychange'))
  for (const badge of badges) expect(badge).toHaveBeenCalledTimes(3)
})
