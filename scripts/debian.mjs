import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Whether packages of Debian can be installed. */
export function canUseApt() {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
}

/** @param {readonly string[]} names of packages */
export function installCommands(names) {
  return ['apt-get update', `apt-get install -y --no-install-recommends ${names.join(' ')}`]
}

/**
 * Runs commands up to the first that fails.
 * @param {readonly string[]} commands
 * @returns {string | undefined} that command and the last line of its output
 */
export function findFailure(commands) {
  for (const command of commands) {
    const { status, stdout, stderr } = spawnSync(command, {
      shell: true,
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
