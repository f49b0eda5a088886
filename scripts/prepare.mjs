// Gets ready what the next command needs: packages, build, browser. npm runs it before start, dev,
// content, build and test, when nothing may be installed yet: only Node's own modules here.
//
//   node scripts/prepare.mjs [--build] [--browser]
//
// With --built it records what `npm run build` has just built.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { findBrowser, installBrowser } from './browser.mjs'

const oldestNode = [20, 19]

const lock = 'package-lock.json'
/** npm's own list of what it installed. */
const installedList = 'node_modules/.package-lock.json'
const installRecord = 'node_modules/.lock-hash'

const buildInputs = [
  'app',
  'server',
  'public',
  'scripts/chunk-contents.ts',
  'scripts/client-chunks.ts',
  'scripts/compressed-files.ts',
  'scripts/lean-libraries.ts',
  'vite.config.ts',
  'remix.config.js',
  'tsconfig.json',
  lock,
]
/** Read when the content service starts, not when it is built. */
const notBuilt = path.join('server', 'content-service', 'sample')
const buildOutputs = [
  'build/client',
  'build/server/main.js',
  'build/server/encoder-program.js',
  'build/server/reading-worker.js',
  'build/server/content-service.js',
]
const buildRecord = 'build/.inputs-hash'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
try {
  requireNode()
  prepare(new Set(process.argv.slice(2)))
} catch (error) {
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}

function prepare(wants) {
  if (wants.has('--built')) return recordBuild(hashBuildInputs())

  const justRuns = wants.has('--build') && !wants.has('--browser')
  if (justRuns && isBuilt() && isInstalled('production')) {
    if (!isBuildFresh()) {
      say(
        'The build is older than the source and is started as it is, since node_modules was installed ' +
          'without what builds it. To renew it: npm ci --include=dev --ignore-scripts && npm run build',
      )
    }
    return
  }

  const mustBuild = wants.has('--build') && !isBuildFresh()
  if (mustBuild) requireSource()
  const mayOmitDev = justRuns && !mustBuild && process.env.NODE_ENV === 'production'
  if (!isInstalled('all')) installPackages(mayOmitDev ? 'production' : 'all')
  if (mustBuild) build()
  if (wants.has('--browser') && !findBrowser()) installBrowser(say)
}

function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  const [oldestMajor, oldestMinor] = oldestNode
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return
  throw new Error(
    `This project needs Node ${oldestNode.join('.')} or later, and this is Node ` +
      `${process.versions.node}. Install a later one from https://nodejs.org and run the command again.`,
  )
}

function installPackages(kind) {
  say(`Installing the packages of ${lock}: this takes a minute…`)
  const words = [
    'ci',
    // Said outright, since NODE_ENV=production alone would leave out what the build needs.
    kind === 'all' ? '--include=dev' : '--omit=dev',
    // No package needs them: all that is native comes prebuilt. A stranger's code does not run here.
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
  ]
  runNpm(words, {
    failure: 'The packages could not be installed. npm says:',
    advice: 'Correct that (often it is only the network) and run the command again.',
  })
  writeFileSync(installRecord, hashInstallation(kind))
}

/** Whether node_modules is as `npm ci` leaves it: 'all', or 'production' for `npm ci --omit=dev`. */
function isInstalled(kind) {
  if (!existsSync(lock)) return existsSync('node_modules')
  if (!existsSync(installedList)) return false
  return readText(installRecord) === hashInstallation(kind) || fitsLock(kind)
}

/** Any change that npm makes afterwards shows in its list, and so in this hash. */
function hashInstallation(kind) {
  const machine = `${kind} ${process.platform} ${process.arch}`
  return hash([machine, readText(lock), readText(installedList)])
}

/** For an installation that was made by hand: npm's list of it must agree with the lock. */
function fitsLock(kind) {
  const locked = JSON.parse(readText(lock)).packages
  const installed = JSON.parse(readText(installedList)).packages
  delete locked[''] // the project itself
  const fits = ([place, entry]) =>
    place in installed
      ? installed[place].version === entry.version && !(kind === 'production' && entry.dev)
      : !isNeeded(entry, kind)
  // A package that the lock does not have hides another one only from inside one that it has.
  const isInTheWay = (place) => !locked[place] && locked[parentOf(place)]
  return Object.entries(locked).every(fits) && !Object.keys(installed).some(isInTheWay)
}

/** Whether an installation of this kind on this machine cannot be without a package of the lock. */
function isNeeded({ dev, devOptional, optional, os, cpu, libc }, kind) {
  if (kind === 'production' && (dev || devOptional)) return false
  if (!optional && !devOptional) return true
  const isForThisMachine =
    (!os || os.includes(process.platform)) && (!cpu || cpu.includes(process.arch))
  return Boolean(os || cpu) && !libc && isForThisMachine
}

/** node_modules/a/node_modules/b → node_modules/a; undefined for one that is in no other. */
function parentOf(place) {
  const end = place.lastIndexOf('/node_modules/')
  return end < 0 ? undefined : place.slice(0, end)
}

function requireSource() {
  const missing = buildInputs.filter((input) => !existsSync(input))
  if (missing.length === 0) return
  throw new Error(
    `There is no build, and none can be made without ${missing.join(', ')}. Copy the whole project, ` +
      'or the build/ folder of a built one, and run the command again.',
  )
}

function build() {
  say('Building the site…')
  const inputs = hashBuildInputs()
  runNpm(['run', 'build', '--silent', '--', '--logLevel=error'], {
    failure: 'The site could not be built:',
    advice: 'Correct that and run the command again.',
    environment: { NODE_ENV: 'production' },
  })
  // Once more, by what was there at its start: a file changed meanwhile may not be in the build.
  recordBuild(inputs)
}

function isBuilt() {
  return buildOutputs.every((output) => existsSync(output))
}

/** A build that came without its source is as fresh as can be. */
function isBuildFresh() {
  const hasSource = buildInputs.every((input) => existsSync(input))
  return isBuilt() && (!hasSource || readText(buildRecord) === hashBuildInputs())
}

function recordBuild(inputs) {
  writeFileSync(buildRecord, inputs)
}

function hashBuildInputs() {
  const files = buildInputs.flatMap(listFiles).sort()
  return hash(files.flatMap((file) => [file, readFileSync(file)]))
}

function listFiles(place) {
  if (place === notBuilt) return []
  if (!statSync(place).isDirectory()) return [place]
  return readdirSync(place).flatMap((name) =>
    name.startsWith('.') ? [] : listFiles(path.join(place, name)),
  )
}

function hash(parts) {
  const sha = createHash('sha256')
  for (const part of parts) sha.update(`${part.length} `).update(part)
  return sha.digest('hex')
}

function readText(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
}

function runNpm(words, { failure, advice, environment = {} }) {
  const { status, error, stdout, stderr } = spawnSync('npm', words, {
    encoding: 'utf8',
    env: { ...process.env, ...environment },
    maxBuffer: 64 * 1024 * 1024,
    shell: process.platform === 'win32',
  })
  if (error) throw new Error(`npm, which comes with Node, could not be run: ${error.message}`)
  if (status === 0) return
  // What follows the first lines is npm's manual, or the bundler's account of itself.
  const said = `${stdout}${stderr}`.trim().split('\n').slice(0, 30).join('\n')
  throw new Error(`${failure}\n\n${said}\n\n${advice}`)
}

function say(line) {
  process.stdout.write(`${line}\n`)
}
