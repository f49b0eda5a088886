import { existsSync } from 'node:fs'
import path from 'node:path'
import { canUseApt, findFailure, installCommands } from './debian.mjs'

/**
 * Finds a Valkey or Redis server for the tests of the shared cache.
 * @returns {string | undefined} the path of its executable
 */
export function findRedis() {
  const folders = [...(process.env.PATH ?? '').split(path.delimiter), '/usr/bin']
  const files = ['valkey-server', 'redis-server'].flatMap((name) =>
    folders.map((folder) => path.join(folder, name)),
  )
  return files.find((file) => existsSync(file))
}

/**
 * Installs Debian's redis-server where apt-get can be used. Elsewhere the tests of the shared cache are skipped.
 * @param {(line: string) => void} report called with a line about each step
 */
export function installRedis(report) {
  if (!canUseApt()) {
    return report(
      'No valkey-server or redis-server was found: the tests of the shared cache are skipped.',
    )
  }
  report('Installing redis-server from Debian for the tests of the shared cache…')
  const failure = findFailure(installCommands(['redis-server']))
  if (failure) report(`It could not be installed, so those tests are skipped: ${failure}`)
}
