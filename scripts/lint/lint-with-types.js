// Runs the compiler, then ESLint on the compiler's own program. Most types that the rules ask for are known by then, so
// that the two need two thirds of the processor time of two programs. Prints what both find.
//
//   node scripts/lint/lint-with-types.js
//
// The exit code is 2 if ESLint found problems, 1 if the compiler found errors, 3 if both did or neither could run.
import { ESLint } from 'eslint'
import ts from 'typescript'

const typesFailed = 1
const lintFailed = 2

// Until both have run.
process.exitCode = typesFailed | lintFailed
const program = createProgram()
const types = reportTypes(program)
process.exitCode = types | (await lint(program))

function createProgram() {
  const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: stop }
  const config = ts.getParsedCommandLineOfConfigFile('tsconfig.json', {}, host)
  if (config === undefined) throw new Error('tsconfig.json cannot be read.')
  if (config.errors.length > 0) stop(config.errors[0])
  return ts.createProgram(config.fileNames, config.options)
}

function stop(diagnostic) {
  throw new Error(ts.flattenDiagnosticMessageText(diagnostic.messageText, '\n'))
}

function reportTypes(program) {
  const diagnostics = ts.sortAndDeduplicateDiagnostics(ts.getPreEmitDiagnostics(program))
  if (diagnostics.length === 0) return 0
  const host = {
    getCanonicalFileName: (name) => name,
    getCurrentDirectory: () => process.cwd(),
    getNewLine: () => '\n',
  }
  process.stdout.write(ts.formatDiagnostics(diagnostics, host))
  return typesFailed
}

async function lint(program) {
  const eslint = new ESLint({
    // The files whose rules need types, as in eslint.config.js.
    overrideConfig: {
      files: ['{app,packages,server}/**/*.{ts,tsx}'],
      ignores: ['**/*.test.{ts,tsx}'],
      languageOptions: { parserOptions: { programs: [program], projectService: false } },
    },
  })
  const results = await eslint.lintFiles(['.'])
  const { format } = await eslint.loadFormatter('stylish')
  process.stdout.write(await format(results))
  const isClean = results.every(({ errorCount, warningCount }) => errorCount + warningCount === 0)
  return isClean ? 0 : lintFailed
}
