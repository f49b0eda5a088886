import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import PQueue from 'p-queue'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { brandDir, startOtherCompany, type OtherCompany } from '../other-company/content.ts'
import { rows } from '../other-company/sample-rows.ts'
import { sampleWords } from '../other-company/sample-words.ts'
import { company } from '../other-company/words.ts'
import {
  attributeOf,
  elementsIn,
  elementsOf,
  hasClass,
  nameOf,
  stringsOf,
  textOf,
  type Element,
} from '../support/page-elements.ts'
import { screens } from '../support/screens.ts'
import { startSiteProcess, type SiteProcess } from '../support/site-process.ts'
import { visit, visitorLanguages, type VisitorLanguage } from '../support/visit.ts'

// The site as another company runs it: with that company's brand, and without any brand.

interface Brand {
  name: Record<VisitorLanguage, string>
  shortName: Record<VisitorLanguage, string>
  themeColor: { light: string; dark: string }
}

interface Page {
  address: string
  lang: VisitorLanguage
  status: number
  html: string
  elements: Element[]
}

interface Manifest {
  name: string
  short_name: string
  icons?: { src: string }[]
}

const brand = JSON.parse(readFileSync(path.join(brandDir, 'brand.json'), 'utf8')) as Brand
const [contentAr, contentEn] = company.title
const contentName = { Ar: contentAr, En: contentEn }

const configurations = [
  { what: 'its brand', hasBrand: true, name: brand.name, shortName: brand.shortName },
  { what: 'no brand', hasBrand: false, name: contentName, shortName: contentName },
]

/** Besides the screens: the pages and files that anybody may see. */
const missingPage = '/error_404'
const files = [
  '/site.webmanifest',
  '/.well-known/security.txt',
  '/llms.txt',
  '/home.md',
  '/vcards/Ar/branch-riyadh.vcf',
  '/vcards/En/branch-riyadh.vcf',
  '/assets/i18n/Ar.json',
  '/assets/i18n/En.json',
]

/** Shorter titles are words that any company uses. */
const minTitleLength = 6

let other: OtherCompany
const sites: SiteProcess[] = []
const visited: Page[][] = []

beforeAll(async () => {
  other = await startOtherCompany()
  const started = configurations.map(({ hasBrand }) =>
    startSiteProcess({ ...other.settings, ...(hasBrand && { BRAND_DIR: brandDir }) }),
  )
  sites.push(...(await Promise.all(started)))
  visited.push(...(await Promise.all(sites.map(visitAll))))
})

afterAll(async () => {
  await Promise.all(sites.map((site) => site.stop()))
  await other?.close()
})

async function visitAll(site: SiteProcess): Promise<Page[]> {
  const queue = new PQueue({ concurrency: 4 })
  const addresses = [...screens.map(([address]) => address), missingPage]
  const visits = addresses.flatMap((address) =>
    visitorLanguages.map((lang) => async () => {
      const { status, html } = await visit(site.url + address, lang)
      return { address, lang, status, html, elements: elementsOf(html) }
    }),
  )
  return queue.addAll(visits)
}

/** All strings of the interface, in both languages. */
function interfaceTexts() {
  const texts = new Set<string>()
  for (const language of visitorLanguages) {
    JSON.parse(readFileSync(`public/assets/i18n/${language}.json`, 'utf8'), (_, value: unknown) => {
      if (typeof value === 'string') texts.add(value)
      return value
    })
  }
  return texts
}

/** The texts of the sample in a text, as short excerpts. */
function sampleTextsIn(text: string, titles: string[]) {
  const found = sampleWords.flatMap((word) => {
    const match = word.exec(text)
    return match ? [text.slice(Math.max(match.index - 30, 0), match.index + 30)] : []
  })
  return [...found, ...titles.filter((title) => text.includes(title))]
}

function pathOf(address = '') {
  return new URL(address, 'http://localhost').pathname
}

function hashOf(bytes: Uint8Array) {
  return createHash('sha256').update(bytes).digest('hex')
}

/** The sample's icons and its mark, wherever they are. */
function sampleIcons() {
  const folders = ['public', 'brand'].filter(existsSync)
  const icons = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(?:ico|png|svg)$/.test(file))
      .map((file) => hashOf(readFileSync(path.join(folder, file)))),
  )
  expect(icons).not.toEqual([])
  return icons
}

describe.each(configurations.map((configuration) => [configuration.what, configuration] as const))(
  'another company, with %s,',
  (_, configuration) => {
    const { hasBrand, name, shortName } = configuration
    const at = configurations.indexOf(configuration)
    const pages = () => visited[at] ?? []
    const address = () => sites[at]?.url ?? ''
    const pageAt = (path: string, lang: VisitorLanguage) => {
      const page = pages().find((each) => each.address === path && each.lang === lang)
      if (!page) throw new Error(`${path} was not visited.`)
      return page
    }
    async function fetchBytes(path: string) {
      const response = await fetch(address() + path)
      const type = response.headers.get('content-type') ?? ''
      return { status: response.status, type, bytes: Buffer.from(await response.arrayBuffer()) }
    }

    test('has every screen', () => {
      expect(pages().length).toBe(2 * (screens.length + 1))
      for (const page of pages()) {
        const status = page.address === missingPage ? 404 : 200
        expect(page.status, `${page.address} in ${page.lang}`).toBe(status)
      }
    })

    test('says nothing of the sample’s company on any page, in its data or in any file', async () => {
      const interfaceWords = interfaceTexts()
      const titles = rows.titles.filter(
        (title) => title.length >= minTitleLength && !interfaceWords.has(title),
      )
      // Most texts are on all pages: each is checked once.
      const texts = new Map<string, string>()
      for (const page of pages()) {
        for (const text of stringsOf(page.html)) texts.set(text, `${page.address} in ${page.lang}`)
      }
      const data = visitorLanguages.map((lang) => `/?lang=${lang}&_data=root`)
      for (const file of [...files, ...data]) {
        texts.set((await fetchBytes(file)).bytes.toString('utf8'), file)
      }
      const found = new Set<string>()
      for (const [text, place] of texts) {
        for (const excerpt of sampleTextsIn(text, titles)) found.add(`${place}: ${excerpt}`)
      }
      expect([...found]).toEqual([])
    })

    test('has its own name at the end of every title', () => {
      for (const { address, lang, elements } of pages()) {
        const title = elements.find(({ tagName }) => tagName === 'title')
        const text = title ? textOf(title) : ''
        expect(text.endsWith(` | ${shortName[lang]}`), `${address} is called "${text}"`).toBe(true)
      }
    })

    test(`has ${hasBrand ? 'its own' : 'no'} mark in its logo, which has a name`, async () => {
      for (const { address, lang, elements } of pages()) {
        const logo = elements.find((element) => hasClass(element, 'site-logo'))
        const parts = logo ? elementsIn(logo) : []
        const where = `${address} in ${lang}`
        expect(logo && nameOf(logo), where).toContain(shortName[lang])
        expect(parts.filter(({ tagName }) => tagName === 'svg').length, where).toBe(0)
        const images = parts.filter(({ tagName }) => tagName === 'img')
        expect(images.length, where).toBe(hasBrand ? 1 : 0)
      }
      if (!hasBrand) return
      const image = pageAt('/', 'En').elements.find(
        ({ tagName, parentNode }) =>
          tagName === 'img' &&
          parentNode &&
          'attrs' in parentNode &&
          hasClass(parentNode, 'site-logo'),
      )
      const { status, type, bytes } = await fetchBytes(
        (image && attributeOf(image, 'src')) || '/none',
      )
      expect(status).toBe(200)
      expect(type).toContain('image/svg+xml')
      expect(bytes.toString('utf8')).toBe(readFileSync(path.join(brandDir, 'mark.svg'), 'utf8'))
    })

    test('is named in the web manifest, with icons of its own or none', async () => {
      const { status, bytes } = await fetchBytes('/site.webmanifest')
      expect(status).toBe(200)
      const manifest = JSON.parse(bytes.toString('utf8')) as Manifest
      expect(manifest.name).toBe(name.Ar)
      expect(manifest.short_name).toBe(shortName.Ar)
      for (const { src } of manifest.icons ?? []) {
        const icon = await fetchBytes(src)
        expect(icon.status, src).toBe(200)
        expect(sampleIcons(), src).not.toContain(hashOf(icon.bytes))
      }
    })

    test('has no icon of the sample in browser tabs', async () => {
      const links = pageAt('/', 'En').elements.filter(
        (element) =>
          element.tagName === 'link' &&
          /\bicon\b|apple-touch/.test(attributeOf(element, 'rel') ?? ''),
      )
      for (const link of links) {
        const src = pathOf(attributeOf(link, 'href'))
        expect((await fetchBytes(src)).status, `${src} is linked`).toBe(200)
      }
      for (const src of [
        '/favicon.ico',
        ...links.map((link) => pathOf(attributeOf(link, 'href'))),
      ]) {
        expect(sampleIcons(), src).not.toContain(hashOf((await fetchBytes(src)).bytes))
      }
    })
  },
)
