import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { z } from 'zod'
import { contentsFile } from './chunk-contents.ts'

const clientDir = 'build/client'

/** The most bytes to send, compressed by brotli at its highest level; fonts as they are. Set 5 to 8 % above what is sent. */
const budgets = {
  homeScript: 90_500,
  screenScript: 9_900,
  timingScript: 3_000,
  homeStyle: 14_000,
  screenStyle: 2_400,
  fonts: 90_000,
  homePage: 13_000,
} as const

/** Something that a visitor loads. */
export interface Load {
  name: string
  bytes: number
  budget?: number
}

const contents = z.record(
  z.string(),
  z.object({ imports: z.array(z.string()), packages: z.record(z.string(), z.number()) }),
)

const routes = z.object({ routes: z.record(z.string(), z.object({ module: z.string() })) })

/** The size of a route without a screen: all of its code runs on the server. */
const emptyModule = 1

/** Patterns of the fonts that a page loads, by language. */
const fontsOf = { Ar: /^(?:arabic|latin)-\d+-/, En: /^(?:latin-\d+|arabic-words)-/ }

/**
 * Measures what the built site sends: home's scripts and style, what each other screen adds to them, the scripts of
 * measured page loads, fonts, the home page itself and its translations.
 * @param siteUrl the address of the built site, on its own content
 */
export async function measureSite(siteUrl: string) {
  const pages = await Promise.all(
    Object.keys(fontsOf).map(async (language) => {
      const response = await fetch(siteUrl, { headers: { cookie: `lang=${language}` } })
      return { language, html: await response.text() }
    }),
  )
  const chunks = contents.parse(JSON.parse(readFileSync(contentsFile, 'utf8')))
  const named = pages.flatMap(({ html }) => html.match(/assets\/[\w.-]+\.js/g) ?? [])
  const homeScripts = withImports(named, chunks)
  const styles = new Set(pages.flatMap(({ html }) => html.match(/assets\/[\w.-]+\.css/g) ?? []))

  const loads: Load[] = [
    { name: 'script of home', bytes: sizeOf(homeScripts), budget: budgets.homeScript },
    {
      name: 'script of measured page loads',
      bytes: sizeOf(listAssets(/^page-timings-.*\.js$/)),
      budget: budgets.timingScript,
    },
    { name: 'style of home', bytes: sizeOf([...styles]), budget: budgets.homeStyle },
    ...listAssets(/\.css$/)
      .filter((file) => !styles.has(file))
      .map((file) => ({
        name: `style ${file}`,
        bytes: sizeOf([file]),
        budget: budgets.screenStyle,
      })),
  ]
  for (const { language, html } of pages) {
    const translations = [`assets/i18n/${language}.json`]
    loads.push(
      {
        name: `home page, ${language}`,
        bytes: brotliCompressSync(html).length,
        budget: budgets.homePage,
      },
      { name: `fonts, ${language}`, bytes: fontBytes(language), budget: budgets.fonts },
      { name: `translations, ${language}`, bytes: sizeOf(translations) },
    )
  }
  return {
    loads: [...loads, ...measureScreens(homeScripts, chunks)],
    packages: measurePackages(homeScripts, chunks),
  }
}

/** Advice about loads that are over their budgets, one line for each. */
export function overBudget(loads: readonly Load[]) {
  return loads.flatMap(({ name, bytes, budget = Infinity }) =>
    bytes <= budget
      ? []
      : `${name} has ${bytes} bytes, ${bytes - budget} more than its budget of ${budget}. ` +
        'Compare the output of `npm run size` with that of main to see what grew. Remove it or load it later, ' +
        'or raise the budget by some 5 % in scripts/, and say in the commit what visitors get for it.',
  )
}

type Chunks = z.infer<typeof contents>

/** Files of the client build and all their static imports. */
function withImports(files: string[], chunks: Chunks) {
  const all = new Set(files)
  for (const file of all) for (const next of chunks[file]?.imports ?? []) all.add(next)
  return all
}

function measureScreens(homeScripts: Set<string>, chunks: Chunks): Load[] {
  const [manifest = ''] = listAssets(/^manifest-.*\.js$/)
  const script = readFileSync(path.join(clientDir, manifest), 'utf8')
  const list = routes.parse(JSON.parse(/{.*}/s.exec(script)?.[0] ?? ''))
  return Object.entries(list.routes)
    .map(([id, { module }]) => {
      const all = [...withImports([module.slice(1)], chunks)]
      const own = all.filter((file) => !homeScripts.has(file))
      return { name: `script of ${id}`, bytes: sizeOf(own), budget: budgets.screenScript }
    })
    .filter(({ bytes }) => bytes > emptyModule)
}

/** The compressed bytes of home's scripts by npm package, in proportion to the code in each chunk. */
function measurePackages(files: Iterable<string>, chunks: Chunks): Load[] {
  const packages = new Map<string, number>()
  for (const file of files) {
    // Remix writes the list of routes itself; it is not a chunk of the bundler.
    const parts = Object.entries(chunks[file]?.packages ?? { 'list of routes': 1 })
    const whole = parts.reduce((sum, [, length]) => sum + length, 0)
    const compressed = sizeOf([file])
    for (const [name, length] of parts) {
      const bytes = (compressed * length) / whole
      packages.set(name, (packages.get(name) ?? 0) + bytes)
    }
  }
  return [...packages]
    .map(([name, bytes]) => ({ name, bytes: Math.round(bytes) }))
    .filter(({ bytes }) => bytes > 0)
    .sort((a, b) => b.bytes - a.bytes)
}

/** @returns the sum of the brotli copies' bytes, or of the files themselves where there is no copy */
function sizeOf(files: Iterable<string>) {
  let sum = 0
  for (const file of files) {
    const source = path.join(clientDir, file)
    sum += statSync(existsSync(`${source}.br`) ? `${source}.br` : source).size
  }
  return sum
}

function fontBytes(language: string) {
  const pattern = language === 'Ar' ? fontsOf.Ar : fontsOf.En
  const fonts = listAssets(/\.woff2$/).filter((file) => pattern.test(path.basename(file)))
  return sizeOf(fonts)
}

function listAssets(pattern: RegExp) {
  return readdirSync(path.join(clientDir, 'assets'))
    .filter((file) => pattern.test(file))
    .map((file) => `assets/${file}`)
}
