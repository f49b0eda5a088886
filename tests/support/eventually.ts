import { vi } from 'vitest'

/** Longer than the busiest machine takes for what has been set going, and shorter than a test may. */
const patienceMs = 20_000

/**
 * Tries until a check holds.
 * @param check throws as long as it does not
 * @returns what the check returned
 * @throws what it threw last, when it never holds
 */
export function eventually<T>(check: () => T | Promise<T>) {
  return vi.waitFor(check, { timeout: patienceMs, interval: 20 })
}
