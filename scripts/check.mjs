// Runs all checks, or those named: npm test -- unit browser
// The last line counts passed and failed checks, the lines above it name the failed ones; the exit
// code is 1 when one has failed.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'

const reports = mkdtempSync(path.join(tmpdir(), 'checks-'))
const unitReport = path.join(reports, 'unit.json')
const browserReport = path.join(reports, 'browser.json')
/** The number of lines printed of a failure: they show what was expected and what was received. */
const failureLines = 12

const checks = {
  format: () => runTool('prettier', ['--check', '.']),
  lint: () => runTool('eslint', ['.', '--max-warnings=0']),
  styles: () => runTool('stylelint', ['app/**/*.css']),
  types: () => runTool('tsc', ['--noEmit']),
  unit: () => runSuite(runVitest, readVitest, unitReport),
  browser: () => runSuite(runPlaywright, readPlaywright, browserReport),
}

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
process.exitCode = runChecks(process.argv.slice(2))
rmSync(reports, { recursive: true, force: true })

function runChecks(chosen) {
  const unknown = chosen.filter((name) => !Object.hasOwn(checks, name))
  if (unknown.length > 0) {
    const known = Object.keys(checks).join(', ')
    process.stderr.write(`There is no check called ${unknown.join(', ')}. Checks: ${known}.\n`)
    return 1
  }
  const names = Object.keys(checks).filter((name) => chosen.length === 0 || chosen.includes(name))
  const total = { passed: 0, failed: 0, skipped: 0 }
  const failures = []
  for (const name of names) {
    print(`\n── ${name} ──`)
    const result = checks[name]()
    for (const key of Object.keys(total)) total[key] += result[key]
    if (result.failed > 0) failures.push([name, result.failures])
    if (names.length > 1) print(`${name}: ${describe(result)}`)
  }
  // Repeated at the end, since the beginning of a long run has scrolled away.
  for (const [name, messages] of failures) {
    print(`\nFailed in ${name}:`)
    for (const message of messages) print(message)
  }
  print(`\n${describe(total)}`)
  return total.failed > 0 ? 1 : 0
}

function describe({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

/** A tool counts as one check. */
function runTool(tool, args) {
  const ok = run(tool, args)
  const failures = ok ? [] : [`${[tool, ...args].join(' ')} found problems`]
  return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0, failures }
}

/** A suite counts its tests. With a bad exit code, or without any tests, it has at least one failure. */
function runSuite(runTests, read, report) {
  const ok = runTests()
  let result = { passed: 0, failed: 0, skipped: 0, failures: [] }
  try {
    result = read(JSON.parse(readFileSync(report, 'utf8')))
  } catch (error) {
    result.failures.push(`The tests wrote no report: ${error.message}`)
  }
  const ran = result.passed + result.failed
  if (ran > 0 && (ok || result.failed > 0)) return result
  const failures = [...result.failures, 'The suite failed, although none of its tests did.']
  return { ...result, failed: result.failed + 1, failures }
}

function runVitest() {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${unitReport}`]
  return run('vitest', ['run', '--allowOnly=false', ...reporters])
}

function runPlaywright() {
  const args = ['test', '--forbid-only', '--reporter=list,json']
  return run('playwright', args, { PLAYWRIGHT_JSON_OUTPUT_FILE: browserReport })
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
  }
}

function readPlaywright({ config, stats, errors, suites }) {
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    skipped: stats.skipped,
    failures: [
      ...suites.flatMap((suite) => failedSpecs(config.rootDir, suite)),
      ...errors.map((error) => describeFailure(config.rootDir, 'as a whole', [error.message])),
    ],
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

function describeFailure(file, name, messages) {
  const lines = messages.flatMap((message) => firstLines(message))
  return [`${path.relative('.', file)} › ${name}`, ...lines.map((line) => `    ${line}`)].join('\n')
}

function firstLines(message) {
  if (!message) return ['It failed without a message.']
  return stripVTControlCharacters(message).split('\n').slice(0, failureLines)
}

function run(tool, args, environment = {}) {
  const { status, error } = spawnSync(path.join('node_modules', '.bin', tool), args, {
    stdio: 'inherit',
    env: { ...process.env, ...environment },
    shell: process.platform === 'win32',
  })
  if (error) print(`${tool} could not be run: ${error.message}`)
  return status === 0
}

function print(line) {
  process.stdout.write(`${line}\n`)
}
