import { format } from 'node:util'
import { afterAll, afterEach, vi } from 'vitest'

// A test fails on any call of console.error and on any unhandled rejection. A test that expects an
// error spies on console.error.
const noise: string[] = []

console.error = (...args: unknown[]) => {
  noise.push(`console.error: ${format(...args)}`)
}

function onUnhandledRejection(reason: unknown) {
  noise.push(`unhandled rejection: ${format(reason)}`)
}
process.on('unhandledRejection', onUnhandledRejection)
// A thread runs many test files. The last hook, since hooks run in reverse order.
afterAll(() => void process.off('unhandledRejection', onUnhandledRejection))

// Saved before a test can install fake timers.
const nextTurn = setImmediate

async function failOnNoise() {
  // Node reports an unhandled rejection only at the end of the current turn.
  await new Promise<void>((resolve) => nextTurn(resolve))
  if (noise.length > 0) throw new Error(noise.splice(0).join('\n'))
}

// The next file of a thread could not import what this one has begun to import and not awaited.
afterAll(() => vi.dynamicImportSettled())
afterEach(failOnNoise)
afterAll(failOnNoise)
