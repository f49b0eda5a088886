// Prepares packages, build and browser for the next command. npm runs it before start, dev, content,
// build and test, possibly before anything is installed: import only Node's own modules here.
//
//   node scripts/prepare.mjs [--build] [--browser] [--engines] [--redis]
//
// With --built it records the inputs of a build by `npm run build`.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { findBrowser, installBrowser } from './browser.mjs'
import { findFirefox, findWebKit, installEngines } from './engines.mjs'
import { findRedis, installRedis } from './redis.mjs'

const oldestNode = [20, 19]

const lock = 'package-lock.json'
/** npm's own list of the installed packages. */
const installedList = 'node_modules/.package-lock.json'
const installRecord = 'node_modules/.lock-hash'

const buildInputs = [
  'app',
  'brand',
  'packages',
  'server',
  'public',
  'package.json',
  'scripts/browser-floor.js',
  'scripts/chunk-contents.ts',
  'scripts/client-chunks.ts',
  'scripts/compressed-files.ts',
  'scripts/container-fallback.ts',
  'scripts/runtime-files.ts',
  'vite.config.ts',
  'remix.config.js',
  'tsconfig.json',
  lock,
]
const buildOutputs = [
  'build/client',
  'build/server/main.js',
  'build/server/encoder-program.js',
  'build/server/parse-worker.js',
  'build/server/content-service.js',
  'build/server/doctor.js',
  'build/brand/tokens.css',
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

function prepare(options) {
  if (options.has('--built')) return recordBuild(hashBuildInputs())

  const onlyRuns = options.has('--build') && !options.has('--browser')
  if (onlyRuns && isBuilt() && isInstalled('production')) {
    if (!isBuildFresh()) {
      print(
        'The build is older than the source. It starts as it is, because the packages that build it are ' +
          'not installed. To rebuild: npm ci --include=dev --ignore-scripts && npm run build',
      )
    }
    return
  }

  const mustBuild = options.has('--build') && !isBuildFresh()
  if (mustBuild) requireSource()
  const canOmitDev = onlyRuns && !mustBuild && process.env.NODE_ENV === 'production'
  if (!isInstalled('all')) installPackages(canOmitDev ? 'production' : 'all')
  if (mustBuild) build()
  if (options.has('--browser') && !findBrowser()) installBrowser(print)
  if (options.has('--engines') && !(findFirefox() && findWebKit())) installEngines(print)
  if (options.has('--redis') && !findRedis()) installRedis(print)
}

function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  const [oldestMajor, oldestMinor] = oldestNode
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return
  throw new Error(
    `This project needs Node ${oldestNode.join('.')} or later; this is Node ${process.versions.node}. ` +
      'Install a later one from https://nodejs.org and run the command again.',
  )
}

function installPackages(kind) {
  print(`Installing the packages in ${lock}: this takes a minute…`)
  const args = [
    'ci',
    // Explicit, since NODE_ENV=production would omit the packages for the build.
    kind === 'all' ? '--include=dev' : '--omit=dev',
    // No package needs install scripts: native code comes prebuilt. So no third-party code runs here.
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
  ]
  runNpm(args, {
    failure: 'The packages could not be installed. Output of npm:',
    advice: 'Correct the error (often it is only the network) and run the command again.',
  })
  writeFileSync(installRecord, hashInstallation(kind))
}

/** Whether node_modules is the result of `npm ci` ('all') or `npm ci --omit=dev` ('production'). */
function isInstalled(kind) {
  if (!existsSync(lock)) return existsSync('node_modules')
  if (!existsSync(installedList)) return false
  return readText(installRecord) === hashInstallation(kind) || matchesLock(kind)
}

/** Every later change by npm changes its list, and so this hash. */
function hashInstallation(kind) {
  const machine = `${kind} ${process.platform} ${process.arch}`
  return hash([machine, readText(lock), readText(installedList)])
}

/** For a manual installation: whether npm's list of it matches the lock file. */
function matchesLock(kind) {
  const locked = JSON.parse(readText(lock)).packages
  const installed = JSON.parse(readText(installedList)).packages
  delete locked[''] // the project itself
  const matches = ([place, entry]) =>
    place in installed
      ? installed[place].version === entry.version && !(kind === 'production' && entry.dev)
      : !isRequired(entry, kind)
  // A package that is not in the lock file can shadow another one only if it is nested in one that is.
  const isShadowing = (place) => !locked[place] && locked[parentOf(place)]
  return Object.entries(locked).every(matches) && !Object.keys(installed).some(isShadowing)
}

/** Whether an installation of this kind on this machine requires a package of the lock file. */
function isRequired({ dev, devOptional, optional, os, cpu, libc }, kind) {
  if (kind === 'production' && (dev || devOptional)) return false
  if (!optional && !devOptional) return true
  const isForThisMachine =
    (!os || os.includes(process.platform)) && (!cpu || cpu.includes(process.arch))
  return Boolean(os || cpu) && !libc && isForThisMachine
}

/** node_modules/a/node_modules/b → node_modules/a; undefined for a package that is not nested. */
function parentOf(place) {
  const end = place.lastIndexOf('/node_modules/')
  return end < 0 ? undefined : place.slice(0, end)
}

function requireSource() {
  const missing = buildInputs.filter((input) => !existsSync(input))
  if (missing.length === 0) return
  throw new Error(
    `There is no build, and ${missing.join(', ')} is missing to create one. Copy the whole project, ` +
      'or the build/ folder of a built one, and run the command again.',
  )
}

function build() {
  print('Building the site…')
  const inputs = hashBuildInputs()
  runNpm(['run', 'build', '--silent', '--', '--logLevel=error'], {
    failure: 'The site could not be built:',
    advice: 'Correct the error and run the command again.',
    environment: { NODE_ENV: 'production' },
  })
  // Overwrites the record of postbuild with the inputs at the start: a file changed meanwhile may not be in the build.
  recordBuild(inputs)
}

function isBuilt() {
  return buildOutputs.every((output) => existsSync(output))
}

/** A build without its source counts as fresh. */
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

function runNpm(args, { failure, advice, environment = {} }) {
  const { status, error, stdout, stderr } = spawnSync('npm', args, {
    encoding: 'utf8',
    env: { ...process.env, ...environment },
    maxBuffer: 64 * 1024 * 1024,
    shell: process.platform === 'win32',
  })
  if (error) throw new Error(`npm, which comes with Node, could not be run: ${error.message}`)
  if (status === 0) return
  // After the first lines follow npm's usage text or the bundler's stack.
  const output = `${stdout}${stderr}`.trim().split('\n').slice(0, 30).join('\n')
  throw new Error(`${failure}\n\n${output}\n\n${advice}`)
}

function print(line) {
  process.stdout.write(`${line}\n`)
}
