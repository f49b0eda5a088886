import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { canUseApt, findFailure, installCommands } from './debian.mjs'

/** Debian's packages with Firefox, with Safari's engine, and with the display that the latter needs. */
const packages = ['firefox-esr', 'webkit2gtk-driver', 'xvfb']

/**
 * Finds Firefox: FIREFOX_PATH, or an installed one.
 * @returns {string | undefined} the path of its executable
 * @throws {Error} when FIREFOX_PATH names a file that does not exist
 */
export function findFirefox() {
  const chosen = process.env.FIREFOX_PATH
  if (chosen && !existsSync(chosen)) {
    throw new Error(
      `FIREFOX_PATH is ${chosen}, but there is no such file. Correct it, or unset it to search for Firefox.`,
    )
  }
  const usualPaths = [
    '/usr/bin/firefox-esr',
    '/usr/bin/firefox',
    '/Applications/Firefox.app/Contents/MacOS/firefox',
  ]
  return chosen || usualPaths.find((file) => existsSync(file))
}

/**
 * Finds WebKit's driver for GTK, its browser, and a display server.
 * @returns {{ driver: string, browser: string, display: string } | undefined} the paths of their executables
 */
export function findWebKit() {
  const [driver, display] = ['/usr/bin/WebKitWebDriver', '/usr/bin/Xvfb']
  const browser = listFolders('/usr/lib')
    .flatMap((folder) => ['webkit2gtk-4.1', 'webkitgtk-6.0'].map((name) => path.join(folder, name)))
    .map((folder) => path.join(folder, 'MiniBrowser'))
    .find((file) => existsSync(file))
  return browser && existsSync(driver) && existsSync(display)
    ? { driver, browser, display }
    : undefined
}

function listFolders(folder) {
  if (!existsSync(folder)) return []
  const entries = readdirSync(folder, { withFileTypes: true })
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => path.join(folder, name))
}

/**
 * Installs Debian's Firefox and WebKit where apt-get can be used. Elsewhere the tests in those that are missing are
 * skipped.
 * @param {(line: string) => void} report called with a line about each step
 */
export function installEngines(report) {
  if (!canUseApt()) {
    const missing = [
      findFirefox() ? [] : 'Firefox',
      findWebKit() ? [] : 'WebKit (webkit2gtk-driver, xvfb)',
    ]
    return report(`${missing.flat().join(' and ')} was not found: the tests in it are skipped.`)
  }
  report('Installing Firefox and WebKit from Debian for the tests in other engines…')
  const failure = findFailure(installCommands(packages))
  if (failure) report(`They could not be installed, so those tests are skipped: ${failure}`)
}
