import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const run = promisify(execFile)

test('F40: visitors notice neither an outage of the content API, nor restarts, nor overload', async () => {
  // The same as `npm run soak -- --short`: it exits with an error, and the reason, if they do.
  const args = ['--import', 'tsx', 'scripts/soak/soak.ts', '--short']
  const { stdout } = await run(process.execPath, args)
  expect(stdout).toMatch(/^(\d+) of \1 met\.$/m)
}, 400_000)
