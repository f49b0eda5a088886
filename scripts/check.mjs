// Runs every check, or those that are named: npm test -- unit browser
// The last line counts what passed and what failed; the exit code is 1 when anything failed.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const reports = mkdtempSync(path.join(tmpdir(), 'checks-'))
const unitReport = path.join(reports, 'unit.json')
const browserReport = path.join(reports, 'browser.json')

const checks = {
  format: () => runTool('prettier', ['--check', '.']),
  lint: () => runTool('eslint', ['.', '--max-warnings=0']),
  styles: () => runTool('stylelint', ['app/**/*.css']),
  types: () => runTool('tsc', ['--noEmit']),
  unit: () => runSuite(runVitest, countVitest, unitReport),
  browser: () => runSuite(runPlaywright, countPlaywright, browserReport),
}

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
process.exitCode = runChecks(process.argv.slice(2))
rmSync(reports, { recursive: true, force: true })

function runChecks(chosen) {
  const unknown = chosen.filter((name) => !Object.hasOwn(checks, name))
  if (unknown.length > 0) {
    const known = Object.keys(checks).join(', ')
    process.stderr.write(`There is no check called ${unknown.join(', ')}. There are: ${known}.\n`)
    return 1
  }
  const names = Object.keys(checks).filter((name) => chosen.length === 0 || chosen.includes(name))
  const total = { passed: 0, failed: 0, skipped: 0 }
  for (const name of names) {
    say(`\n── ${name} ──`)
    const counts = checks[name]()
    for (const key of Object.keys(total)) total[key] += counts[key]
    if (names.length > 1) say(`${name}: ${describe(counts)}`)
  }
  say(`\n${describe(total)}`)
  return total.failed > 0 ? 1 : 0
}

function describe({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

/** A tool that finds all well or not: one check. */
function runTool(tool, words) {
  const ok = run(tool, words)
  return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 }
}

/** A suite counts its tests. One that ends badly, or had none to run, has failed at least once. */
function runSuite(runTests, count, report) {
  const ok = runTests()
  let counts = { passed: 0, failed: 0, skipped: 0 }
  try {
    counts = count(JSON.parse(readFileSync(report, 'utf8')))
  } catch (error) {
    say(`The tests left no report: ${error.message}`)
  }
  const ran = counts.passed + counts.failed
  return ran > 0 && (ok || counts.failed > 0) ? counts : { ...counts, failed: counts.failed + 1 }
}

function runVitest() {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${unitReport}`]
  return run('vitest', ['run', '--allowOnly=false', ...reporters])
}

function runPlaywright() {
  const words = ['test', '--forbid-only', '--reporter=list,json']
  return run('playwright', words, { PLAYWRIGHT_JSON_OUTPUT_FILE: browserReport })
}

function countVitest(report) {
  // A file that cannot be loaded has failed without a failed test.
  const brokenFiles = report.testResults.filter(
    (file) =>
      file.status === 'failed' && file.assertionResults.every((test) => test.status !== 'failed'),
  )
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + brokenFiles.length,
    skipped: report.numPendingTests + report.numTodoTests,
  }
}

function countPlaywright({ stats, errors }) {
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    skipped: stats.skipped,
  }
}

function run(tool, words, environment = {}) {
  const { status, error } = spawnSync(path.join('node_modules', '.bin', tool), words, {
    stdio: 'inherit',
    env: { ...process.env, ...environment },
    shell: process.platform === 'win32',
  })
  if (error) say(`${tool} could not be run: ${error.message}`)
  return status === 0
}

function say(line) {
  process.stdout.write(`${line}\n`)
}
