import { vi } from 'vitest'

/**
 * Retries a check until it passes.
 * @param check throws while it fails
 * @param timeoutMs long enough for a busy machine, and shorter than the timeout of a test
 * @returns the result of the check
 * @throws its last error on timeout
 */
export function eventually<T>(check: () => T | Promise<T>, timeoutMs = 20_000) {
  return vi.waitFor(check, { timeout: timeoutMs, interval: 20 })
}
