import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { getPosts } from '../support/content-client.ts'
import { makeFolder } from '../support/small-sample.ts'
import { isWholeRun } from '../support/test-size.ts'

// Each test starts real processes, which is slow on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

const started = new Set<ChildProcess>()
afterAll(() => {
  for (const child of started) child.kill('SIGKILL')
})

interface Run {
  child: ChildProcess
  /** All output on stdout and stderr so far. */
  output(): { stdout: string; stderr: string }
  /** Resolves when stdout contains a text; rejects if the process exits first. */
  hasPrinted(text: string): Promise<void>
  ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>
}

/** `npm run content`. */
function run(words: string[], dataDir = makeFolder()): Run {
  const child = spawn(process.execPath, ['build/server/content-service.js', ...words], {
    env: { ...process.env, DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  started.add(child)
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', (part: string) => (stdout += part))
  child.stderr.setEncoding('utf8').on('data', (part: string) => (stderr += part))
  return {
    child,
    output: () => ({ stdout, stderr }),
    hasPrinted: (text) =>
      new Promise((resolve, reject) => {
        const look = () => stdout.includes(text) && resolve()
        child.stdout.on('data', look)
        child.on('close', () => reject(new Error(`It ended without "${text}": ${stderr}`)))
        look()
      }),
    ended: new Promise((resolve) => child.on('close', (code, signal) => resolve({ code, signal }))),
  }
}

async function readAddress(service: Run): Promise<string> {
  await service.hasPrinted('CONTENT_API_URL=')
  return /^CONTENT_API_URL=(\S+)$/m.exec(service.output().stdout)?.[1] ?? ''
}

test('--help shows the options and starts nothing', async () => {
  const help = run(['--help'])
  expect(await help.ended).toEqual({ code: 0, signal: null })
  expect(help.output().stdout).toContain('--products N')
  expect(help.output().stderr).toBe('')
})

const wrongWords = [['--colour'], ['--port', 'http'], ['--products', '1000001'], ['start']]

test.each(wrongWords.slice(0, isWholeRun ? wrongWords.length : 1))(
  '%s exits with one clear line',
  async (...words) => {
    const dataDir = makeFolder()
    const wrong = run(words, dataDir)
    expect(await wrong.ended).toEqual({ code: 1, signal: null })
    const { stdout, stderr } = wrong.output()
    expect(stdout).toBe('')
    expect(stderr).toMatch(/^[^\n]+[^.]\. See --help\.\n$/)
    expect(stderr).toContain(words[0])
    expect(existsSync(path.join(dataDir, 'content-service'))).toBe(false)
  },
)

test('prints an address that responds, with a catalogue of the size that is asked for, and exits cleanly', async () => {
  const dataDir = makeFolder()
  const service = run(['--products', '3000'], dataDir)
  const url = await readAddress(service)
  expect(service.output().stdout).toBe(
    `Content service: ${url}, from ${path.resolve('content')}; --help has other commands\nCONTENT_API_URL=${url}\n`,
  )
  expect(await getPosts({ url }, { Type: 'Products' })).toHaveLength(3000)
  expect(existsSync(path.join(dataDir, 'content-service', 'content-products-3000.db'))).toBe(true)
  service.child.kill('SIGTERM')
  expect(await service.ended).toEqual({ code: 0, signal: null })
  expect(service.output().stderr).toBe('')
})

test.runIf(isWholeRun)('a port in use is reported in one line', async () => {
  const first = run([])
  const port = new URL(await readAddress(first)).port
  const second = run(['--port', port])
  expect(await second.ended).toEqual({ code: 1, signal: null })
  expect(second.output().stderr).toBe(
    `The content service cannot listen on 127.0.0.1, port ${port}: the port is in use.\n`,
  )
})

test('an export is imported into a folder, and what is no export is one clear line', async () => {
  const folder = makeFolder()
  const file = path.join(folder, 'products_export.csv')
  writeFileSync(
    file,
    'Handle,Title,Vendor,Published,Variant SKU,Variant Price,Option1 Name,Option1 Value\n' +
      'lamp,Lamp,Acme,TRUE,L-1,98765,Title,Default Title\n',
  )
  const into = path.join(folder, 'site')
  const done = run(['import', file, '--into', into])
  expect(await done.ended).toEqual({ code: 0, signal: null })
  expect(done.output().stdout).toContain('Shopify export: 1 product, 1 order code, 1 category\n')
  expect(existsSync(path.join(into, 'products.xlsx'))).toBe(true)
  const wrong = run(['import', path.join(folder, 'none.csv')])
  expect(await wrong.ended).toEqual({ code: 1, signal: null })
  expect(wrong.output().stderr).toMatch(/none.csv: is not there\n$/)
})

test('a new folder is made once, a mistake in it is listed with its place, and its products are exported', async () => {
  const folder = path.join(makeFolder(), 'محتوى الشركة')
  expect(await run(['new', folder]).ended).toEqual({ code: 0, signal: null })
  writeFileSync(path.join(folder, 'services.yaml'), '- titel: One')
  const wrong = run(['check', folder])
  expect(await wrong.ended).toEqual({ code: 1, signal: null })
  const [shown, hidden, ...told] = wrong.output().stdout.split('\n')
  expect(shown).toMatch(/^products.xlsx, Products: public columns: .*Order code/)
  expect(hidden).toBe('products.xlsx, Products: not public: none')
  expect(told.join('\n')).toBe(
    'services.yaml, line 1: there is no field "titel" here; "title" may be meant\n' +
      `1 mistake in ${folder}, with 2 products in 2 types\n`,
  )

  const again = run(['new', folder])
  expect(await again.ended).toEqual({ code: 1, signal: null })
  expect(again.output().stderr).toBe(`${folder} is not empty. See --help.\n`)

  const file = path.join(folder, 'exported.xlsx')
  expect(await run(['export', file, folder]).ended).toEqual({ code: 0, signal: null })
  expect(readFileSync(file).subarray(0, 2).toString()).toBe('PK')
})
