import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const unit = path.resolve('deploy/systemd/site@.service')

/** The highest exposure that `systemd-analyze security` may find, of 100. */
const maxExposure = 20

const hasSystemd = existsSync('/usr/bin/systemd-analyze')

test.runIf(hasSystemd)('the systemd unit is hardened', () => {
  const analysis = spawnSync(
    'systemd-analyze',
    ['security', '--offline=true', `--threshold=${maxExposure}`, '--no-pager', unit],
    { encoding: 'utf8' },
  )
  expect(analysis.stdout + analysis.stderr).toContain('Overall exposure level')
  expect(analysis.status).toBe(0)
})

test('the systemd unit gives each instance addresses and a folder of its own', () => {
  const settings = /^Environment=(.*)$/m.exec(readFileSync(unit, 'utf8'))?.[1]?.split(' ') ?? []
  const ofEach = settings.filter((setting) => setting.includes('%i'))
  expect(ofEach.map((setting) => setting.split('=')[0])).toEqual(['PORT', 'OPS_PORT', 'DATA_DIR'])
})
