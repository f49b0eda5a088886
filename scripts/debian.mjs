import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** Whether packages of Debian can be installed. */
export function canUseApt() {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
}

/** @param {readonly string[]} names of packages */
export function installCommands(names) {
  return ['apt-get update', `apt-get install -y --no-install-recommends ${names.join(' ')}`]
}

/** The package manager refuses to run twice at a time, so a second script waits for the first. */
const lockFile = path.join(tmpdir(), 'debian-packages.lock')

/**
 * Runs commands up to the first that fails, after those of other scripts.
 * @param {readonly string[]} commands
 * @returns {string | undefined} that command and the last line of its output
 */
export function findFailure(commands) {
  for (const command of commands) {
    const { status, stdout, stderr } = spawnSync('flock', [lockFile, 'sh', '-c', command], {
      encoding: 'utf8',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      maxBuffer: 64 * 1024 * 1024,
    })
    if (status !== 0) return `${command}: ${lastLine(stderr) || lastLine(stdout) || 'it failed'}`
  }
  return undefined
}

function lastLine(text) {
  return text?.trimEnd().split('\n').at(-1) ?? ''
}
