import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { z } from 'zod'
import { contentsFile } from './chunk-contents.ts'

const clientDir = 'build/client'

/** What may go over the wire at most, in bytes as brotli packs them best; fonts as they are. */
export const budgets = {
  homeScript: 98_000,
  screenScript: 6_000,
  style: 14_000,
  fonts: 90_000,
  homePage: 22_000,
} as const

/** Something that a visitor loads. */
export interface Load {
  name: string
  bytes: number
  /** None where only its size is told. */
  budget?: number
}

const contents = z.record(
  z.string(),
  z.object({ imports: z.array(z.string()), packages: z.record(z.string(), z.number()) }),
)

const routes = z.object({ routes: z.record(z.string(), z.object({ module: z.string() })) })

/** What the bundler leaves of a route that is no screen: its code runs on the server alone. */
const emptyModule = 1

/** The languages, and by their names the fonts that a page in each loads. */
const fontsOf = { Ar: /^(?:arabic|latin)-\d+-/, En: /^(?:latin-\d+|arabic-name)-/ }

/**
 * Weighs what the built site sends: all scripts that home loads, what each other screen loads
 * beyond them, style, fonts, the home page itself, and its words.
 * @param siteUrl where the built site answers, on its own content
 */
export async function weighSite(siteUrl: string) {
  const pages = await Promise.all(
    Object.keys(fontsOf).map(async (language) => {
      const answer = await fetch(siteUrl, { headers: { cookie: `lang=${language}` } })
      return { language, html: await answer.text() }
    }),
  )
  const chunks = contents.parse(JSON.parse(readFileSync(contentsFile, 'utf8')))
  const named = pages.flatMap(({ html }) => html.match(/assets\/[\w.-]+\.js/g) ?? [])
  const homeScripts = withImports(named, chunks)

  const loads: Load[] = [
    { name: 'script of home', bytes: weigh(homeScripts), budget: budgets.homeScript },
    { name: 'style', bytes: weigh(listAssets(/\.css$/)), budget: budgets.style },
  ]
  for (const { language, html } of pages) {
    const words = [`assets/i18n/${language}.json`]
    loads.push(
      {
        name: `home page, ${language}`,
        bytes: brotliCompressSync(html).length,
        budget: budgets.homePage,
      },
      { name: `fonts, ${language}`, bytes: fontBytes(language), budget: budgets.fonts },
      { name: `translations, ${language}`, bytes: weigh(words) },
    )
  }
  return {
    loads: [...loads, ...weighScreens(homeScripts, chunks)],
    packages: weighPackages(homeScripts, chunks),
  }
}

type Chunks = z.infer<typeof contents>

/** Files of the client build, and all that they import at once. */
function withImports(files: string[], chunks: Chunks) {
  const all = new Set(files)
  for (const file of all) for (const next of chunks[file]?.imports ?? []) all.add(next)
  return all
}

function weighScreens(homeScripts: Set<string>, chunks: Chunks): Load[] {
  const [manifest = ''] = listAssets(/^manifest-.*\.js$/)
  const script = readFileSync(path.join(clientDir, manifest), 'utf8')
  const list = routes.parse(JSON.parse(/{.*}/s.exec(script)?.[0] ?? ''))
  return Object.entries(list.routes)
    .map(([id, { module }]) => {
      const all = [...withImports([module.slice(1)], chunks)]
      const own = all.filter((file) => !homeScripts.has(file))
      return { name: `script of ${id}`, bytes: weigh(own), budget: budgets.screenScript }
    })
    .filter(({ bytes }) => bytes > emptyModule)
}

/** The packed bytes of home's scripts by npm package: each chunk's, shared out as its code is. */
function weighPackages(files: Iterable<string>, chunks: Chunks): Load[] {
  const packages = new Map<string, number>()
  for (const file of files) {
    // The list of routes is Remix's own, and no chunk of the bundler's.
    const parts = Object.entries(chunks[file]?.packages ?? { 'list of routes': 1 })
    const whole = parts.reduce((sum, [, length]) => sum + length, 0)
    const packed = weigh([file])
    for (const [name, length] of parts) {
      const bytes = (packed * length) / whole
      packages.set(name, (packages.get(name) ?? 0) + bytes)
    }
  }
  return [...packages]
    .map(([name, bytes]) => ({ name, bytes: Math.round(bytes) }))
    .filter(({ bytes }) => bytes > 0)
    .sort((a, b) => b.bytes - a.bytes)
}

/** @returns bytes, as the build has packed them; one that packing would not shrink, as it is */
function weigh(files: Iterable<string>) {
  let sum = 0
  for (const file of files) {
    const place = path.join(clientDir, file)
    sum += statSync(existsSync(`${place}.br`) ? `${place}.br` : place).size
  }
  return sum
}

function fontBytes(language: string) {
  const wanted = language === 'Ar' ? fontsOf.Ar : fontsOf.En
  const fonts = listAssets(/\.woff2$/).filter((file) => wanted.test(path.basename(file)))
  return weigh(fonts)
}

function listAssets(pattern: RegExp) {
  return readdirSync(path.join(clientDir, 'assets'))
    .filter((file) => pattern.test(file))
    .map((file) => `assets/${file}`)
}
