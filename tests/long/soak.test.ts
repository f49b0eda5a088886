import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const run = promisify(execFile)

// The other parts of `npm run soak` have their own tests: in faults/outages, overload, connections
// and costly-content.
test.each([
  ['F40: visitors do not notice that one server after another restarts behind a proxy', 'restarts'],
  ['every enquiry arrives although the content API is down and the site is killed', 'enquiries'],
])(
  '%s',
  async (_, part) => {
    const args = ['--import', 'tsx', 'scripts/soak/soak.ts', '--short', '--only', part]
    const { stdout } = await run(process.execPath, args)
    expect(stdout).toMatch(/^(\d+) of \1 met\.$/m)
  },
  240_000,
)
