import { onTestFinished } from 'vitest'
import { limits } from '../../server/content/limits.ts'

/** Changes limits of the content client until the test ends. */
export function changeLimits(changes: Partial<typeof limits>) {
  const before = { ...limits }
  Object.assign(limits, changes)
  onTestFinished(() => {
    Object.assign(limits, before)
  })
}
