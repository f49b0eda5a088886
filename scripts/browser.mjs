import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'

const usualPlaces = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/**
 * The Chromium for the browser tests: CHROMIUM_PATH, else an installed one, else Playwright's own.
 * @returns {string | undefined} the path of its executable
 * @throws {Error} when CHROMIUM_PATH names a file that is not there
 */
export function findBrowser() {
  const chosen = process.env.CHROMIUM_PATH
  if (chosen && !existsSync(chosen)) {
    throw new Error(
      `CHROMIUM_PATH is ${chosen}, but there is no such file. Correct it, or unset it and a browser is looked for.`,
    )
  }
  return chosen || usualPlaces.find((place) => existsSync(place)) || findPlaywrightsOwn()
}

function findPlaywrightsOwn() {
  const require = createRequire(import.meta.url)
  try {
    const place = require('playwright').chromium.executablePath()
    return existsSync(place) ? place : undefined
  } catch {
    return undefined // Playwright is not installed, or knows no Chromium for this system.
  }
}

/**
 * Installs a Chromium: Debian's where apt-get may be used, else the one that Playwright downloads.
 * @param {(line: string) => void} say takes a line before each try
 * @throws {Error} when no try ends with a browser; the message says what was tried and what to do
 */
export function installBrowser(say) {
  const failures = []
  for (const { name, commands } of listLinks()) {
    say(`Installing ${name} for the browser tests…`)
    const failure = findFailure(commands)
    if (!failure && findBrowser()) return
    failures.push(`- ${name}: ${failure ?? 'it was installed, but no browser is to be found'}`)
  }
  throw new Error(
    [
      'The browser tests need Chromium, and it could not be installed:',
      ...failures,
      'Install Chromium or Chrome by hand, or set CHROMIUM_PATH to its executable.',
    ].join('\n'),
  )
}

function listLinks() {
  const debian = {
    name: 'Chromium from Debian',
    commands: ['apt-get update', 'apt-get install -y --no-install-recommends chromium'],
  }
  const playwright = {
    name: 'Chromium from Playwright',
    commands: ['npx playwright install chromium'],
  }
  const mayUseApt = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
  return mayUseApt ? [debian, playwright] : [playwright]
}

/** Runs commands up to the first that fails. Returns what that one said at its end. */
function findFailure(commands) {
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
