import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { builtinModules } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseAst } from 'vite'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { z } from 'zod'
import { runDoctor } from '../support/run-doctor.ts'
import { startSiteProcess, type SiteProcess } from '../support/site-process.ts'
import { isWholeRun } from '../support/test-size.ts'

// Production has build/, package.json and the packages under `dependencies`; for the sample company, content/ too.
// Here the packages under `optionalDependencies` are missing, so the site has no sheets.

const names = z.record(z.string(), z.string())
const { dependencies, optionalDependencies } = z
  .object({ dependencies: names, optionalDependencies: names })
  .parse(JSON.parse(readFileSync('package.json', 'utf8')))

const folder = mkdtempSync(path.join(tmpdir(), 'production-'))
const service = { url: inject('contentUrl') }
let site: SiteProcess
beforeAll(async () => {
  cpSync('build', path.join(folder, 'build'), { recursive: true })
  cpSync('package.json', path.join(folder, 'package.json'))
  cpSync('content', path.join(folder, 'content'), { recursive: true })
  for (const name of Object.keys(dependencies)) {
    const link = path.join(folder, 'node_modules', name)
    mkdirSync(path.dirname(link), { recursive: true })
    symlinkSync(path.resolve('node_modules', name), link)
  }
  const run = [path.join(folder, 'build/server/main.js')]
  const settings = { SEARCH_CRAWL_PER_S: '10', OPS_PORT: '0' }
  site = await startSiteProcess(settings, { run, readyLine: /The site answers at/ })
})
afterAll(async () => {
  await site.stop()
  rmSync(folder, { recursive: true })
})

test.each([
  ['/', 'text/html', 'lang="ar"'],
  ['/?lang=En', 'text/html', 'Tayyar'],
  ['/products/mcb?lang=En', 'text/html', 'TM63'],
  ['/about.md?lang=En', 'text/markdown', '# '],
  ['/assets/i18n/Ar.json', 'application/json', '{'],
  ['/images/post/mcb.webp', 'image/webp', 'RIFF'],
  ['/images/post/mcb.webp?w=480', 'image/webp', 'RIFF'],
  ['/images/post/tl-h150-instructions-en.pdf', 'application/pdf', '%PDF'],
  ['/cards/En/home.png', 'image/png', 'PNG'],
  ['/favicon.ico', 'image/x-icon', ''],
  ['/site.webmanifest', 'application/manifest+json', 'icon-512'],
])('the build and production packages alone serve %s', async (address, type, part) => {
  const response = await fetch(site.url + address)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toContain(type)
  expect(await response.text()).toContain(part)
})

test('without the optional packages there are no sheets, and no links to them', async () => {
  for (const address of [
    '/product-details/tm63-1p-c',
    '/products/mcb',
    '/quote-list?items=tm63-1p-c:1',
  ]) {
    const page = await fetch(`${site.url}${address}`, { headers: { cookie: 'lang=En' } })
    expect(await page.text(), address).not.toMatch(/\.pdf[?"]|class="submittal/)
  }
  for (const address of [
    '/product-details/tm63-1p-c.pdf',
    '/products/mcb.pdf',
    '/quote-list.pdf',
  ]) {
    const sheet = await fetch(`${site.url}${address}?lang=En`)
    expect(sheet.status, address).toBe(404)
    expect(await sheet.text(), address).toContain('<html lang="en"')
  }
})

test('pages of the menu are cached soon after the start, in both languages', async () => {
  for (const lang of ['Ar', 'En']) {
    for (const address of ['/', '/branches', '/products/mcb', '/contact']) {
      const cacheStatus = async () => {
        const response = await fetch(site.url + address, { headers: { cookie: `lang=${lang}` } })
        return response.headers.get('cache-status')
      }
      await expect.poll(cacheStatus, { interval: 20 }).toBe('page; hit')
    }
  }
})

test('the build and production packages alone suggest what the sample has', async () => {
  const suggest = async () => {
    const response = await fetch(`${site.url}/search/suggest?q=contactor&lang=En`)
    return z.object({ suggestions: z.array(z.unknown()) }).parse(await response.json()).suggestions
  }
  await expect.poll(suggest).not.toEqual([])
})

test.runIf(isWholeRun)(
  'the build and production packages alone check an installation',
  async () => {
    const script = path.join(folder, 'build/server/doctor.js')
    const { output, code } = await runDoctor(
      { CONTENT_API_URL: service.url, PUBLIC_URL: 'https://www.tayyar.example' },
      script,
    )
    expect(output).toMatch(/ok {7}News +Ar 24 posts in \d+ ms/)
    expect(output).toMatch(/\n0 errors, \d+ warnings?\.\n$/)
    expect(code).toBe(0)
  },
)

test('what the build imports is a production package, and each of these is imported', () => {
  const imported = new Set(listBuildScripts().flatMap(packagesOf).map(packageOf))
  const known = { ...dependencies, ...optionalDependencies }
  expect([...imported].sort()).toEqual(Object.keys(known).sort())
})

test('no thread and no child process loads the log or the metrics, which only the site writes', () => {
  const programs = listBuildScripts().filter((file) => /-(?:worker|program)[.\w]*\.js$/.test(file))
  expect(programs.length).toBeGreaterThan(6)
  const loading = programs.filter((program) => {
    const packages = [...loadedBy(program)].flatMap(packagesOf)
    return packages.includes('pino') || packages.includes('prom-client')
  })
  expect(loading).toEqual([])
})

function listBuildScripts() {
  return readdirSync('build/server', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.js'))
    .map((name) => path.join('build/server', name))
}

const importTypes = new Set<unknown>([
  'ImportDeclaration',
  'ImportExpression',
  'ExportNamedDeclaration',
  'ExportAllDeclaration',
])
const importNode = z.object({ source: z.object({ value: z.string() }) })

/** Lists the modules that a script of the build imports, in whatever form. */
function importsOf(file: string) {
  const found: string[] = []
  JSON.stringify(parseAst(readFileSync(file, 'utf8')), function (key, value: unknown) {
    if (key === 'type' && importTypes.has(value)) {
      const parsed = importNode.safeParse(this)
      if (parsed.success) found.push(parsed.data.source.value)
    }
    return typeof value === 'bigint' ? String(value) : value
  })
  return found
}

/** Lists the modules of packages that a script of the build imports. */
function packagesOf(file: string) {
  return importsOf(file).filter(
    (name) => !/^(?:\.|node:)/.test(name) && !builtinModules.includes(name),
  )
}

/** Lists a script of the build, and all others that it loads. */
function loadedBy(file: string, known = new Set<string>()) {
  if (known.has(file)) return known
  known.add(file)
  for (const name of importsOf(file)) {
    if (name.startsWith('.')) loadedBy(path.join(path.dirname(file), name), known)
  }
  return known
}

/** `react-dom/server` is of react-dom, `@remix-run/node` of itself. */
function packageOf(name: string) {
  return name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/')
}
