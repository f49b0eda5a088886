import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { readPackage } from '@site/runtime/project'

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

test('the processes of the systemd unit have addresses of their own, and one folder', () => {
  const settings = /^Environment=(.*)$/m.exec(readFileSync(unit, 'utf8'))?.[1]?.split(' ') ?? []
  const ofEach = settings.filter((setting) => setting.includes('%i'))
  expect(ofEach.map((setting) => setting.split('=')[0])).toEqual(['PORT', 'OPS_PORT'])
  expect(settings).toContain('DATA_DIR=/var/lib/site')
})

describe('install.sh', () => {
  const script = readFileSync('deploy/install.sh', 'utf8')

  test('is a short and executable script of bash', () => {
    expect(spawnSync('bash', ['-n', 'deploy/install.sh'], { encoding: 'utf8' }).stderr).toBe('')
    expect(statSync('deploy/install.sh').mode & 0o111).not.toBe(0)
    expect(script.split('\n').length - 1).toBeLessThanOrEqual(150)
  })

  test('finds in the Caddyfile what it replaces', () => {
    const caddyfile = readFileSync('deploy/Caddyfile', 'utf8')
    for (const line of [/^\{$/m, /^\}$/m, /^:8080 \{$/m, / 127\.0\.0\.1:3001 \{$/m]) {
      expect(caddyfile).toMatch(line)
    }
  })

  test('wants the Node that the project wants, and installs a line that is tested', () => {
    const oldest = readPackage().engines.node.replace('>=', '').replace(/\.0$/, '')
    expect(script).toContain(`ge ${oldest} `)
    const line = /latest-v(\d+)\.x/.exec(script)?.[1]
    const tested = /^ *node: \[(.*)\]$/m.exec(readFileSync('.github/workflows/ci.yml', 'utf8'))?.[1]
    expect(tested?.split(', ')).toContain(line)
  })
})
