import { Linter } from 'eslint'
import { expect, test } from 'vitest'
import ts from 'typescript'
import tseslint from 'typescript-eslint'
import { browserApis } from '../../scripts/lint/browser-apis.js'

const missing = [
  'URL.canParse("/")',
  'AbortSignal.timeout(1)',
  'document.forms[0]!.requestSubmit()',
  'document.body.checkVisibility()',
  'document.startViewTransition(() => {})',
  'requestIdleCallback(() => {})',
  'window.requestIdleCallback(() => {})',
  'document.body.inert = true',
  'navigator.userActivation.isActive',
]

const supported = [
  'structuredClone({})',
  'document.querySelector("dialog")?.showModal()',
  'document.body.replaceChildren()',
  'crypto.randomUUID()',
  'new IntersectionObserver(() => {})',
  '[1].findLast(Boolean)', // of the language: for another rule
]

const testedFor = [
  'if (URL.canParse) URL.canParse("/")',
  '(window.requestIdleCallback ?? setTimeout)(() => {})',
  'AbortSignal.timeout?.(1)',
  '"checkVisibility" in document.body && document.body.checkVisibility()',
]

test('what the oldest supported browsers lack of the web platform is reported, unless a file tests for it', () => {
  const reported = reportsOf([...missing, ...supported, ...testedFor])
  expect([...reported.keys()]).toEqual(missing)
  expect(reported.get('URL.canParse("/")')).toMatch(/^canParse is missing in chrome 100, edge 100/)
})

/** The first report of each text that has one. All are files of one program, which takes most of the time. */
function reportsOf(texts: string[]) {
  const files = new Map(texts.map((text, at) => [`${at}.ts`, text]))
  const options = { lib: ['lib.es2024.d.ts', 'lib.dom.d.ts'], types: [] }
  const host = ts.createCompilerHost(options)
  const fromDisk = host.getSourceFile.bind(host)
  host.getSourceFile = (file, version) => {
    const text = files.get(file)
    return text === undefined
      ? fromDisk(file, version)
      : ts.createSourceFile(file, text, version, true)
  }
  const programs = [ts.createProgram([...files.keys()], options, host)]
  const linter = new Linter()
  const reports = new Map<string, string>()
  for (const [file, text] of files) {
    const [first] = linter.verify(
      text,
      {
        files: ['**/*.ts'],
        languageOptions: { parser: tseslint.parser, parserOptions: { programs } },
        plugins: { site: { rules: { 'browser-apis': browserApis } } },
        rules: { 'site/browser-apis': 'error' },
      },
      file,
    )
    if (first) reports.set(text, first.message)
  }
  return reports
}
