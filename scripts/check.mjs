// Runs what a change can break: of the unit tests, the lint and the format only what has changed since the main branch
// or depends on it, and everything else. Without a change, it runs all. Words select checks:
//   npm test -- all             everything, as CI and a release need it
//   npm test -- unit browser    the checks with these names
//   npm test -- header          test files with "header" in their path; if there are none, tests with it in their title
//   npm test -- site header     such tests of one suite
//   npm run test:long           what takes too long for every change; words select there as well
// The static checks run beside the suites. The end of the output lists the failures, the duration of each check and the slowest test files; the last line counts passed and failed
// checks and tests. The exit code is 1 when one has failed.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { constants, setPriority, tmpdir } from 'node:os'
import path from 'node:path'
import { performance } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import { findBrowser } from './browser.mjs'
import { findFirefox, findWebKit } from './engines.mjs'

const reports = mkdtempSync(path.join(tmpdir(), 'checks-'))
/** The number of lines printed of a failure: they show what was expected and what was received. */
const failureLines = 12
const slowestFiles = 10

/** A data folder with the sample's content and search index, of which sites of the suites get copies. */
const filledData = path.join(reports, 'data')

/** The check in place of `lint` and `types` where both look at everything. */
const typesAndLint = 'types and lint'

const checks = {
  format: (output, { changed = ['.'] }) =>
    runTool('prettier', ['--check', '--ignore-unknown', ...changed], output),
  lint: (output, { changed = ['.'] }) => {
    const options = ['--max-warnings=0', '--no-warn-ignored', '--pass-on-no-patterns']
    return runTool('eslint', [...options, ...changed.filter(isLinted)], output)
  },
  styles: (output) => runTool('stylelint', ['app/**/*.css', 'brand/**/*.css'], output),
  types: (output) => runTool('tsc', ['--noEmit'], output),
  [typesAndLint]: (output) => runTypesAndLint(output),
  unit: (output, selection) => runSuite('unit', runVitest, selection, output),
  loaders: (output, selection) => runSuite('loaders', runVitest, selection, output),
  faults: (output, selection) => runSuite('faults', runVitest, selection, output),
  site: (output, selection) => runSuite('site', runVitest, selection, output),
  browser: (output, selection) => runSuite('browser', runPlaywright, selection, output),
  long: (output, selection) => runSuite('long', runLong, selection, output),
}
/** The browser suite leaves most of one processor to the static checks, so it comes first. */
const suites = ['browser', 'unit', 'loaders', 'faults', 'site']
/** Runs only if named: npm run test:long. */
const longSuite = 'long'
/** The suites that need the filled data folder, with their options of scripts/prepare.mjs besides the packages. */
const needs = {
  loaders: [],
  faults: ['--build', '--redis'],
  site: ['--build', '--browser', '--engines', '--redis'],
  browser: ['--build', '--browser'],
  long: ['--build', '--browser', '--engines', '--redis'],
}
/** Two threads for test files that compute, three or four for those that mostly wait; each of `loaders` has a site of its own. */
const threadsOf = { unit: 2, loaders: 1, faults: 3, site: 4, long: 3 }
const tools = ['format', 'lint', 'styles', 'types']
/** Whole runs compute in every suite: more would wait for each other until their tests time out. */
const threadsOfWhole = 2
/** The word that selects everything. */
const everything = 'all'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
try {
  process.exitCode = await runChecks(process.argv.slice(2))
} finally {
  rmSync(reports, { recursive: true, force: true })
}

async function runChecks(chosen) {
  const words = chosen.filter((word) => word !== everything && !Object.hasOwn(checks, word))
  const names = chosen.filter((word) => Object.hasOwn(checks, word))
  // Words select tests in the named suites, or in all.
  const isWordForAll = words.length > 0 && !names.some((name) => !tools.includes(name))
  const isWhole = words.length === 0 && names.length === 0
  const isChosen = (name) =>
    isWhole || names.includes(name) || (isWordForAll && suites.includes(name))
  const candidates = [...suites, longSuite].filter(
    (name) => isChosen(name) && (name !== longSuite || names.includes(name)),
  )
  const selections = selectTests(candidates, words)
  if (chosen.length === 0) selectChanged(selections)
  const chosenSuites = candidates.filter((name) => selections.has(name))
  await prepare([])
  // The build uses one processor: checks without need of it run meanwhile.
  const prepared = Promise.all([
    prepare([...new Set(chosenSuites.flatMap((name) => needs[name] ?? []))]),
    chosenSuites.some((name) => needs[name]) ? fillData() : undefined,
  ])
  const results = new Map()
  // The first lane prints as it runs.
  const lanes = [chosenSuites, selectTools(isChosen, selections)].filter(
    (names) => names.length > 0,
  )
  await Promise.all(
    lanes.map((names, lane) => runInOrder(names, lane > 0, selections, results, prepared)),
  )
  return report(results, words)
}

function selectTools(isChosen, selections) {
  const chosen = tools.filter(isChosen)
  const areJoint = chosen.includes('lint') && chosen.includes('types') && !selections.has('lint')
  if (!areJoint) return chosen
  return [...chosen.filter((name) => name !== 'lint' && name !== 'types'), typesAndLint]
}

/**
 * Selects the tests of each suite: everything without words; else the files whose path has one of them, or, if no path of
 * any suite does, the tests whose title has one.
 * @returns by suite: its files, or the pattern of titles
 */
function selectTests(candidates, words) {
  if (words.length === 0) return new Map(candidates.map((name) => [name, {}]))
  const files = new Map(candidates.map((name) => [name, listTests(name, words)]))
  const byPath = [...files].filter(([, found]) => found.length > 0)
  if (byPath.length > 0) return new Map(byPath.map(([name, found]) => [name, { files: found }]))
  return new Map(candidates.map((name) => [name, { titles: patternOf(words) }]))
}

/**
 * Leaves of the unit tests, the lint and the format what no file that has changed since the main branch concerns. Vitest
 * finds dependents by imports, so a change of anything but modules and texts leaves all unit tests.
 */
function selectChanged(selections) {
  const base = ['origin/HEAD', 'origin/main', 'main']
    .map((branch) => readGit(['merge-base', 'HEAD', branch]))
    .find((commit) => commit !== '')
  const changed = [
    ...readGit(['diff', '--name-only', base ?? 'HEAD']).split('\n'),
    ...readGit(['ls-files', '--others', '--exclude-standard']).split('\n'),
  ].filter((file) => file !== '' && existsSync(file))
  if (base === undefined || changed.length === 0) return
  print(
    `Unit tests, lint and format: what has changed since ${base.slice(0, 8)}. All: npm test -- all`,
  )
  if (changed.every((file) => /\.(?:tsx?|css|md)$/.test(file))) {
    selections.set('unit', { since: base })
  }
  if (changed.includes('eslint.config.js')) return
  for (const tool of ['format', 'lint']) selections.set(tool, { changed })
}

/** The output of a git command; '' if it fails or there is no git. */
function readGit(args) {
  const { status, stdout } = spawnSync('git', args, { encoding: 'utf8' })
  return status === 0 ? stdout.trim() : ''
}

function isLinted(file) {
  return file === '.' || /\.(?:[mc]?[jt]s|tsx)$/.test(file)
}

function listTests(suite, words) {
  const folders = [
    path.join('tests', suite),
    ...(suite === 'unit' ? ['app', 'packages', 'server'] : []),
  ]
  const files = folders
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true }).map((file) => path.join(folder, file)),
    )
    .filter((file) => /\.(?:test|spec)\.tsx?$/.test(file))
  return [...files, ...(suite === longSuite ? listSizedTests() : [])].filter((file) =>
    words.some((word) => file.toLowerCase().includes(word.toLowerCase())),
  )
}

/** Vitest files of which `npm test` takes a part (tests/support/test-size.ts). */
function listSizedTests() {
  return ['tests', 'app', 'packages', 'server']
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true }).map((file) => path.join(folder, file)),
    )
    .filter((file) => file.endsWith('.test.ts') && !file.includes('node_modules'))
    .filter((file) => readFileSync(file, 'utf8').includes('support/test-size.ts'))
}

/** Installs packages, and builds and finds programs as the options say; ends all checks if it cannot. */
function prepare(options) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ['scripts/prepare.mjs', ...options], { stdio: 'inherit' })
    child.once('close', (status) => (status === 0 ? resolve() : process.exit(1)))
  })
}

/** Fills the data folder of the suites, once: it takes twelve seconds of processor time. */
async function fillData() {
  const output = { isBeside: false, text: '' }
  if (await run('tsx', ['tests/support/fill-data.ts', filledData], output)) {
    process.env.FILLED_DATA = filledData
  }
}

/**
 * Runs checks one after another.
 * @param isBeside whether they run beside others: then they print at their end, and static checks have low priority
 * @param prepared resolves when there is what some of them need
 */
async function runInOrder(names, isBeside, selections, results, prepared) {
  for (const name of names) {
    if (needs[name]) await prepared
    const output = { isBeside, hasLowPriority: isBeside && tools.includes(name), text: '' }
    if (!isBeside) print(`\n── ${name} ──`)
    const start = performance.now()
    const result = await checks[name](output, selections.get(name) ?? {})
    const seconds = (performance.now() - start) / 1_000
    results.set(name, { ...result, seconds })
    if (isBeside) print(`\n── ${name} ──\n${output.text.trimEnd()}`)
    print(`${name}: ${describe(result)} in ${seconds.toFixed(1)} s`)
  }
}

function report(results, words) {
  const total = { passed: 0, failed: 0, skipped: 0 }
  for (const result of results.values()) {
    for (const key of Object.keys(total)) total[key] += result[key]
  }
  // Repeated at the end, since the beginning of a long run has scrolled away.
  for (const [name, { failed, failures }] of results) {
    if (failed === 0) continue
    print(`\nFailed in ${name}:`)
    for (const message of failures) print(message)
  }
  if (total.passed + total.failed === 0) {
    const known = Object.keys(checks).join(', ')
    print(`\nNo test has ${words.join(' or ')} in its path or title. Checks: ${known}.`)
    total.failed = 1
  }
  print('\nDurations:')
  for (const [name, { seconds }] of results) print(durationLine(seconds, name))
  const slowest = [...results.values()]
    .flatMap(({ files }) => files.filter(({ seconds }) => seconds > 0))
    .sort((one, other) => other.seconds - one.seconds)
    .slice(0, slowestFiles)
  if (slowest.length > 0) print('\nSlowest files:')
  for (const { file, seconds } of slowest) print(durationLine(seconds, file))
  if (results.has('site') || results.has('long')) print(`\nEngines: ${listEngines()}`)
  if (total.skipped > 0) print(`\n${total.skipped} skipped`)
  print(`\n${describe(total)}`)
  return total.failed > 0 ? 1 : 0
}

/** The browsers whose tests have run; those of others were skipped. */
function listEngines() {
  const found = { Chromium: findBrowser(), Firefox: findFirefox(), WebKit: findWebKit() }
  const names = Object.keys(found)
  const missing = names.filter((name) => !found[name])
  const ran = names.filter((name) => found[name]).join(', ') || 'none'
  return missing.length > 0 ? `${ran}; not found: ${missing.join(', ')}` : ran
}

function describe({ passed, failed }) {
  return `${passed} passed, ${failed} failed`
}

function durationLine(seconds, name) {
  return `${seconds.toFixed(1).padStart(7)} s  ${name}`
}

/** A tool counts as one check. */
async function runTool(tool, args, output) {
  const ok = await run(tool, args, output)
  const failures = ok ? [] : [`${[tool, ...args].join(' ')} found problems`]
  return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0, failures, files: [] }
}

/** Counts as the two checks that it stands for. */
async function runTypesAndLint(output) {
  const program = path.join('scripts', 'lint', 'lint-with-types.js')
  const status = await runProgram('node', [program], output)
  // Each of the lowest two bits is a failure; without an exit code, both failed.
  const isOk = (bit) => status !== null && (status & bit) === 0
  const failures = [
    ...(isOk(1) ? [] : ['tsc found errors']),
    ...(isOk(2) ? [] : ['eslint found problems']),
  ]
  return { passed: 2 - failures.length, failed: failures.length, skipped: 0, failures, files: [] }
}

/** A suite counts its tests. With a bad exit code, or without any tests, it has at least one failure. */
async function runSuite(suite, runTests, selection, output) {
  const { ok, results } = await runTests(suite, selection, output)
  const isWhole = Object.keys(selection).length === 0
  const result = {
    passed: sum(results, 'passed'),
    failed: sum(results, 'failed'),
    // A test that the words did not select counts as skipped there.
    skipped: isWhole ? sum(results, 'skipped') : 0,
    failures: results.flatMap(({ failures }) => failures),
    files: results.flatMap(({ files }) => files),
  }
  const ran = result.passed + result.failed
  if ((ran > 0 || !isWhole) && (ok || result.failed > 0)) return result
  const failures = [...result.failures, 'The suite failed, although none of its tests did.']
  return { ...result, failed: result.failed + 1, failures }
}

async function runVitest(suite, { files = [], titles, since }, output, environment = {}) {
  const file = path.join(reports, `${suite}.json`)
  const always = ['run', '--project', suite, '--allowOnly=false', '--passWithNoTests']
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const threads = environment.TEST_SIZE ? threadsOfWhole : threadsOf[suite]
  always.push(
    `--poolOptions.threads.minThreads=${threads}`,
    `--poolOptions.threads.maxThreads=${threads}`,
  )
  const selected = [
    ...files,
    ...(titles ? ['--testNamePattern', titles] : []),
    ...(since ? ['--changed', since] : []),
  ]
  const ok = await run('vitest', [...always, ...reporters, ...selected], output, environment)
  return { ok, results: [readReport(file, readVitest)] }
}

/** Runs at whole size the tests of which `npm test` takes a part, and the tests that take long. */
async function runLong(suite, { files, titles }, output) {
  const runs = []
  const chosen = (files ?? [...listSizedTests(), `tests/${longSuite}/`]).filter(isVitest)
  for (const project of ['unit', 'loaders', 'faults', 'site', longSuite]) {
    const own = chosen.filter((file) => projectOf(file) === project)
    if (own.length === 0) continue
    const selection = { files: own, titles }
    runs.push(await runVitest(project, selection, output, { TEST_SIZE: 'whole' }))
  }
  const specs = files?.filter((file) => !isVitest(file))
  if (specs?.length !== 0) runs.push(await runPlaywright(suite, { files: specs, titles }, output))
  return { ok: runs.every(({ ok }) => ok), results: runs.flatMap(({ results }) => results) }
}

/** A test file beside its module is one of `unit`. */
function projectOf(file) {
  const [folder, project] = file.split('/')
  return folder === 'tests' ? project : 'unit'
}

function isVitest(file) {
  return !file.endsWith('.spec.ts')
}

async function runPlaywright(suite, { files = [], titles }, output) {
  const file = path.join(reports, `${suite}-browser.json`)
  const selected = [...files, ...(titles ? ['--grep', titles, '--pass-with-no-tests'] : [])]
  const args = ['test', '--project', suite, '--forbid-only', '--reporter=list,json', ...selected]
  const environment = {
    PLAYWRIGHT_JSON_OUTPUT_FILE: file,
    TEST_SUITE: suite,
    ...(suite === longSuite && { TEST_SIZE: 'whole' }),
  }
  const ok = await run('playwright', args, output, environment)
  return { ok, results: [readReport(file, readPlaywright)] }
}

/** A regular expression that matches any of the words, in upper or lower case. */
function patternOf(words) {
  const escaped = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return escaped
    .join('|')
    .replace(/\p{L}/gu, (letter) => `[${letter.toLowerCase()}${letter.toUpperCase()}]`)
}

function readReport(file, read) {
  try {
    return read(JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    const failures = [`The tests wrote no report: ${error.message}`]
    return { passed: 0, failed: 0, skipped: 0, failures, files: [] }
  }
}

function readVitest(report) {
  // A file that cannot be loaded fails without a failed test.
  const brokenFiles = report.testResults.filter(
    (file) =>
      file.status === 'failed' && file.assertionResults.every((test) => test.status !== 'failed'),
  )
  const failedTests = report.testResults.flatMap((file) =>
    file.assertionResults
      .filter((test) => test.status === 'failed')
      .map((test) => describeFailure(file.name, test.fullName, test.failureMessages)),
  )
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + brokenFiles.length,
    skipped: report.numPendingTests + report.numTodoTests,
    failures: [
      ...failedTests,
      ...brokenFiles.map((file) => describeFailure(file.name, 'could not be run', [file.message])),
    ],
    files: report.testResults.map(({ name, startTime, endTime }) => ({
      file: path.relative('.', name),
      seconds: (endTime - startTime) / 1_000,
    })),
  }
}

function readPlaywright({ config, stats, errors, suites: files }) {
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    skipped: stats.skipped,
    failures: [
      ...files.flatMap((file) => failedSpecs(config.rootDir, file)),
      ...errors.map((error) => describeFailure(config.rootDir, 'as a whole', [error.message])),
    ],
    files: files.map((file) => ({
      file: path.relative('.', path.join(config.rootDir, file.file)),
      seconds: sum(listResults(file), 'duration') / 1_000,
    })),
  }
}

function failedSpecs(folder, suite) {
  const own = suite.specs.flatMap((spec) => {
    const results = spec.tests.flatMap((test) => test.results)
    const messages = results.flatMap(({ errors }) => errors.map((error) => error.message))
    return spec.ok ? [] : [describeFailure(path.join(folder, spec.file), spec.title, messages)]
  })
  return [...own, ...(suite.suites ?? []).flatMap((inner) => failedSpecs(folder, inner))]
}

function listResults(suite) {
  const own = suite.specs.flatMap((spec) => spec.tests.flatMap((test) => test.results))
  return [...own, ...(suite.suites ?? []).flatMap(listResults)]
}

function describeFailure(file, name, messages) {
  const lines = messages.flatMap((message) => firstLines(message))
  return [`${path.relative('.', file)} › ${name}`, ...lines.map((line) => `    ${line}`)].join('\n')
}

function firstLines(message) {
  if (!message) return ['It failed without a message.']
  return stripVTControlCharacters(message).split('\n').slice(0, failureLines)
}

/** Runs a tool. Resolves with whether it succeeded. */
async function run(tool, args, output, environment = {}) {
  const program = path.join('node_modules', '.bin', tool)
  return (await runProgram(program, args, output, environment)) === 0
}

/** Runs a program, and collects its output if it runs beside another. Resolves with its exit code; null without one. */
function runProgram(program, args, output, environment = {}) {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      stdio: output.isBeside ? ['ignore', 'pipe', 'pipe'] : 'inherit',
      env: { ...process.env, ...environment },
      shell: process.platform === 'win32',
    })
    if (output.isBeside) {
      const collect = (part) => (output.text += part)
      child.stdout.setEncoding('utf8').on('data', collect)
      child.stderr.setEncoding('utf8').on('data', collect)
    }
    if (output.hasLowPriority && child.pid !== undefined) lowerPriority(child.pid)
    child.once('error', (error) => {
      print(`${program} could not be run: ${error.message}`)
      resolve(null)
    })
    child.once('close', resolve)
  })
}

function lowerPriority(pid) {
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // It has ended already.
  }
}

function sum(entries, key) {
  return entries.reduce((total, entry) => total + entry[key], 0)
}

function print(line) {
  process.stdout.write(`${line}\n`)
}
