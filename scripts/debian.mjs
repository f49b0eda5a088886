import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** Whether packages of Debian can be installed. */
export function canUseApt() {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
}

/**
 * The package manager refuses to run twice, so each command waits for those of other scripts.
 * @param {readonly string[]} names of packages
 */
export function installCommands(names) {
  const apt = `flock ${path.join(tmpdir(), 'apt.lock')} apt-get`
  return [`${apt} update`, `${apt} install -y --no-install-recommends ${names.join(' ')}`]
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
