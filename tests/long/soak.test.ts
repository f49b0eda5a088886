import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const run = promisify(execFile)

test.each([
  ['visitors behind nginx do not notice that processes restart and services end', 'fleet'],
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
