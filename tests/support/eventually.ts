import { vi } from 'vitest'

/** Long enough for a busy machine, and shorter than the timeout of a test. */
const timeoutMs = 20_000

/**
 * Retries a check until it passes.
 * @param check throws while it fails
 * @returns the result of the check
 * @throws its last error on timeout
 */
export function eventually<T>(check: () => T | Promise<T>) {
  return vi.waitFor(check, { timeout: timeoutMs, interval: 20 })
}
