import { onTestFinished, vi } from 'vitest'
import { log } from '@site/runtime/log'

/** Collects what is logged until the test ends, in place of writing it. */
export function collectLog() {
  const lines: { level: string; facts: Record<string, unknown>; message: string }[] = []
  for (const level of ['info', 'warn', 'error'] as const) {
    const spy = vi.spyOn(log, level).mockImplementation((facts: unknown, message?: string) => {
      const known = typeof facts === 'object' ? { ...facts } : {}
      lines.push({ level, facts: known, message: message ?? String(facts) })
    })
    onTestFinished(() => spy.mockRestore())
  }
  return {
    lines,
    /** The facts of each line with this message. */
    factsOf: (message: string) =>
      lines.filter((line) => line.message === message).map(({ facts }) => facts),
  }
}
