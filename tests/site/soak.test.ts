import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const run = promisify(execFile)

test('F40: visitors notice neither an outage of the content API, nor restarts, nor too many others', async () => {
  // The same as `npm run soak -- --short`: it ends badly, and says why, if one of them did.
  const words = ['--import', 'tsx', 'scripts/soak/soak.ts', '--short']
  const { stdout } = await run(process.execPath, words)
  expect(stdout).toMatch(/^(\d+) of \1 reached\.$/m)
}, 400_000)
