import { format } from 'node:util'
import { afterAll, afterEach, vi } from 'vitest'

// A test fails on any call of console.error, on any unhandled rejection and on Node's warning of listeners that add
// up. Its other warnings depend on its version. A test that expects an error spies on console.error.
const noise: string[] = []

console.error = (...args: unknown[]) => {
  noise.push(`console.error: ${format(...args)}`)
}

function onUnhandledRejection(reason: unknown) {
  noise.push(`unhandled rejection: ${format(reason)}`)
}
process.on('unhandledRejection', onUnhandledRejection)

function onWarning(warning: Error) {
  if (warning.name === 'MaxListenersExceededWarning') noise.push(`warning: ${format(warning)}`)
}
process.on('warning', onWarning)
// A thread runs many test files. The last hook, since hooks run in reverse order.
afterAll(() => {
  process.off('unhandledRejection', onUnhandledRejection)
  process.off('warning', onWarning)
})

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
