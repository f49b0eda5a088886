import { format } from 'node:util'
import { afterAll, afterEach } from 'vitest'

// A test fails when something complains behind its back: on console.error, or by a rejection that
// nobody handles. A test that expects a complaint puts a spy in console.error's place.
const noise: string[] = []

console.error = (...words: unknown[]) => {
  noise.push(`console.error: ${format(...words)}`)
}

process.on('unhandledRejection', (reason) => {
  noise.push(`unhandled rejection: ${format(reason)}`)
})

// CacheEntry from before a test can put false timers in its place.
const nextTurn = setImmediate

async function failOnNoise() {
  // Node tells of a rejection only when the present turn is over.
  await new Promise<void>((resolve) => nextTurn(resolve))
  if (noise.length > 0) throw new Error(noise.splice(0).join('\n'))
}

afterEach(failOnNoise)
afterAll(failOnNoise)
