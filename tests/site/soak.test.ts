import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const run = promisify(execFile)

test('F40: visitors do not notice that one server after another restarts behind a proxy', async () => {
  // The other parts of `npm run soak` have their own tests: in faults/outages, overload, connections
  // and costly-content.
  const args = ['--import', 'tsx', 'scripts/soak/soak.ts', '--short', '--only', 'restarts']
  const { stdout } = await run(process.execPath, args)
  expect(stdout).toMatch(/^(\d+) of \1 met\.$/m)
}, 120_000)
