import { onTestFinished } from 'vitest'
import { limits } from '../../server/content/limits.ts'

/** Other limits of the content client, for the one test that wants them. */
export function changeLimits(changes: Partial<typeof limits>) {
  const before = { ...limits }
  Object.assign(limits, changes)
  onTestFinished(() => {
    Object.assign(limits, before)
  })
}
