import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { canUseApt, findFailure, installCommands } from './debian.mjs'

const usualPaths = [
  // Opens a page with a sixth of the processor time that the whole Chromium takes.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/**
 * Finds the Chromium for the browser tests: CHROMIUM_PATH, an installed one, or Playwright's own.
 * @returns {string | undefined} the path of its executable
 * @throws {Error} when CHROMIUM_PATH names a file that does not exist
 */
export function findBrowser() {
  const chosen = process.env.CHROMIUM_PATH
  if (chosen && !existsSync(chosen)) {
    throw new Error(
      `CHROMIUM_PATH is ${chosen}, but there is no such file. Correct it, or unset it to search for a browser.`,
    )
  }
  return chosen || usualPaths.find((file) => existsSync(file)) || findPlaywrightsOwn()
}

function findPlaywrightsOwn() {
  const require = createRequire(import.meta.url)
  try {
    const file = require('playwright').chromium.executablePath()
    return existsSync(file) ? file : undefined
  } catch {
    return undefined // Playwright is not installed, or has no Chromium for this system.
  }
}

/**
 * Installs a Chromium: Debian's where apt-get can be used, or the one that Playwright downloads.
 * @param {(line: string) => void} report called with a line before each attempt
 * @throws {Error} when no attempt succeeds; the message lists the attempts and says what to do
 */
export function installBrowser(report) {
  const failures = []
  for (const { name, commands } of listSources()) {
    report(`Installing ${name} for the browser tests…`)
    const failure = findFailure(commands)
    if (!failure && findBrowser()) return
    failures.push(`- ${name}: ${failure ?? 'it was installed, but no browser was found'}`)
  }
  throw new Error(
    [
      'The browser tests need Chromium, and it could not be installed:',
      ...failures,
      'Install Chromium or Chrome by hand, or set CHROMIUM_PATH to its executable.',
    ].join('\n'),
  )
}

function listSources() {
  // Older releases have no headless shell. The font is what Chromium recommends, and what the font tests
  // measure against.
  const debian = ['chromium-headless-shell', 'chromium'].map((name) => ({
    name: `${name} from Debian`,
    commands: installCommands([name, 'fonts-liberation']),
  }))
  const playwright = {
    name: 'Chromium from Playwright',
    commands: ['npx playwright install chromium'],
  }
  return canUseApt() ? [...debian, playwright] : [playwright]
}
