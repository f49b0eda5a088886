import { readFileSync } from 'node:fs'
import PQueue from 'p-queue'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startOtherCompany, type OtherCompany } from '../other-company/content.ts'
import type { ApiCall } from '../support/api-call.ts'
import {
  attributeOf,
  elementsIn,
  elementsOf,
  hasClass,
  nameOf,
  textOf,
} from '../support/page-elements.ts'
import { findHoles } from '../support/page-holes.ts'
import { screens as allScreens } from '../support/screens.ts'
import { startSiteProcess, type SiteProcess } from '../support/site-process.ts'
import { visit, visitorLanguages, type VisitorLanguage } from '../support/visit.ts'

/** But the page without a network, which is shown at any address: a link to it is empty on purpose. */
const screens = allScreens.filter(([address]) => address !== '/offline')

// What visitors see where the content has holes: posts without a title, lists without posts, contact
// values that are missing or none. No brand helps out, and nothing is cached.

type Post = Record<string, unknown>
type Edit = (posts: Post[], call: ApiCall) => Post[]

const unchanged: Edit = (posts) => posts
let edit = unchanged
let company: OtherCompany
let site: SiteProcess

beforeAll(async () => {
  company = await startOtherCompany((json, call) =>
    JSON.stringify(edit(JSON.parse(json) as Post[], call)),
  )
  site = await startSiteProcess({
    ...company.settings,
    CONTENT_CACHE_TTL_S: '0',
    CONTENT_STALE_S: '0',
    PAGE_CACHE_MB: '0',
    LOG_LEVEL: 'silent',
  })
})
beforeEach(() => {
  edit = unchanged
})
afterAll(async () => {
  await site?.stop()
  await company?.close()
})

interface Page {
  where: string
  lang: VisitorLanguage
  html: string
}

/** Visits screens, in both languages unless told which, and expects each to be whole. */
async function expectWhole(
  addresses: string[],
  languages: readonly VisitorLanguage[] = visitorLanguages,
): Promise<Page[]> {
  const visits = addresses.flatMap((address) =>
    languages.map((lang) => async () => {
      const { status, html } = await visit(site.url + address, lang)
      const where = `${address} in ${lang}`
      expect.soft(status, where).toBe(200)
      return { where, lang, html }
    }),
  )
  // A site that has to render more at once sheds load.
  const pages = await new PQueue({ concurrency: 4 }).addAll(visits)
  expect.soft(listOnce(pages, ({ html }) => findHoles(html))).toEqual([])
  return pages
}

/** What is wrong with pages. The same thing, such as in the menu of all pages, is listed once. */
function listOnce(pages: Page[], find: (page: Page) => string[]) {
  const found = new Map<string, string>()
  for (const page of pages) {
    for (const what of find(page)) {
      if (!found.has(what)) found.set(what, `${page.where}: ${what}`)
    }
  }
  return [...found.values()]
}

/** Where a post is shown: the kind of post that a link leads to. */
const kindsByAddress: [pattern: RegExp, kind: string][] = [
  [/^\/products?-details\//, 'product'],
  [/^\/products-types\//, 'category'],
  [/^\/products\/(?!home(?:$|[?#]))/, 'type'],
  [/^\/solutionDetails\//, 'solution'],
  [/^\/projectDetails\//, 'project'],
  [/^\/serviceDetails\//, 'service'],
  [/^\/newsDetails\//, 'news'],
  [/^\/blog_details\//, 'blog'],
  [/^\/branches#/, 'branch'],
]

function kindOf(address: string) {
  return kindsByAddress.find(([pattern]) => pattern.test(address))?.[1]
}

/** The words for a post without a title, by kind. */
function untitledWords(lang: VisitorLanguage) {
  const { untitled = {} } = JSON.parse(readFileSync(`public/assets/i18n/${lang}.json`, 'utf8')) as {
    untitled?: Record<string, string>
  }
  return untitled
}

/** The links to posts, and the headings and titles of their screens, that do not name the kind of post. */
function findNameless({ where, lang, html }: Page): string[] {
  const words = untitledWords(lang)
  const elements = elementsOf(html)
  // Links in a text have the editor's words.
  const written = new Set(
    elements.filter((each) => hasClass(each, 'rich-text')).flatMap(elementsIn),
  )
  const links = elements
    .filter((element) => element.tagName === 'a' && !written.has(element))
    .map((link) => ({ to: attributeOf(link, 'href') ?? '', text: nameOf(link) }))
    // A link to the page itself, or with parameters, selects what it shows.
    .filter(({ to }) => !to.includes('?') && `${to} in ${lang}` !== where)
    .map(({ to, text }) => ({ kind: kindOf(to), text }))
  const kind = kindOf(where)
  const isList = kind === 'category' || kind === 'type'
  const headings = elements
    .filter(({ tagName }) => !isList && ['h1', 'title'].includes(tagName))
    .map((heading) => ({ kind, text: textOf(heading) }))
  return [...links, ...headings].flatMap(({ kind, text }) => {
    if (kind === undefined) return []
    const word = words[kind] ?? `untitled.${kind}`
    return text.toLowerCase().includes(word.toLowerCase()) ? [] : [`"${text}" is a ${kind}.`]
  })
}

describe('posts without a title', () => {
  beforeEach(() => {
    edit = (posts) => posts.map((post) => ({ ...post, postTitle: null }))
  })

  test('are named by their kind, in headings, titles and in every link to them', async () => {
    for (const lang of visitorLanguages) {
      const words = Object.keys(untitledWords(lang))
      const kinds = kindsByAddress.map(([, kind]) => kind)
      expect.soft(words, lang).toEqual(expect.arrayContaining(kinds))
    }
    const pages = await expectWhole(screens.map(([address]) => address))
    expect.soft(listOnce(pages, findNameless)).toEqual([])
  })

  test('leave the way home with a name', async () => {
    for (const lang of visitorLanguages) {
      const { html } = await visit(`${site.url}/`, lang)
      const logo = elementsOf(html).find((element) => hasClass(element, 'site-logo'))
      expect(logo && nameOf(logo), lang).toMatch(/\p{L}{3}/u)
    }
  })
})

describe('content in one language only', () => {
  const own = { Ar: { lang: 'ar', dir: 'rtl' }, En: { lang: 'en', dir: 'ltr' } }
  const details = screens.filter(([address]) => /details?\/|solutionDetails/i.test(address))

  test.each(visitorLanguages)('%s is shown in the other, and says so', async (only) => {
    edit = (posts, { lang, type }) =>
      lang === only || ['ContactData', 'Footer.Data'].includes(type) ? posts : []
    const translated = await expectWhole(
      screens.map(([address]) => address),
      visitorLanguages.filter((lang) => lang !== only),
    )
    const subjects = new Map(screens.map(([address, subject]) => [address, subject]))
    for (const { where, html } of translated) {
      const address = where.replace(/ in \w+$/, '')
      if (!subjects.get(address) || address === '/contact') continue
      const marked = elementsOf(html).filter(
        (element) =>
          attributeOf(element, 'lang') === own[only].lang &&
          attributeOf(element, 'dir') === own[only].dir,
      )
      expect.soft(marked.length, where).toBeGreaterThan(0)
      if (!details.some(([each]) => each === address)) continue
      expect.soft(html, where).toContain('translation-notice')
      expect.soft(html, where).toContain('<meta name="robots" content="noindex"/>')
      const alternates = elementsOf(html)
        .filter(({ tagName }) => tagName === 'link')
        .flatMap((link) => attributeOf(link, 'hreflang') ?? [])
      expect.soft(alternates, where).toEqual([own[only].lang])
      expect.soft(html, where).toMatch(new RegExp(`rel="canonical" href="[^"]*lang=${only}"`))
    }
  })
})

describe('a screen whose other content is empty', () => {
  const subjects = [...new Set(screens.map(([, subject]) => subject))]

  test.each(subjects)(
    'has no empty list and no heading above nothing (subject: %s)',
    async (subject) => {
      edit = (posts, { type }) => (type === subject ? posts : [])
      const own = screens.filter(([, each]) => each === subject)
      await expectWhole(own.map(([address]) => address))
    },
  )
})
