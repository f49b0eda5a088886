import vm from 'node:vm'
import { beforeEach, describe, expect, test } from 'vitest'
import { useEditedSite } from '../support/edited-site.ts'
import { vocabularyFaults } from '../support/schema-vocabulary.ts'

const site = useEditedSite()
beforeEach(() => site.edit((json) => json))

/** Values for any field, as raw JSON; undefined omits the field. */
const values = [
  undefined,
  'null',
  'true',
  '0',
  '-1',
  '7.5',
  '1e400',
  '-1e400',
  '123456789012345678901234567890',
  '""',
  '"   "',
  '{}',
  '[]',
  '[[]]',
  '[null, 1, "x", [["y"]], {}]',
  '{"toString": "x", "valueOf": null}',
  '{"__proto__": {"polluted": "polluted"}}',
  '[{"__proto__": {"polluted": "polluted"}, "constructor": {"prototype": {"polluted": "polluted"}}}]',
  '[{"name": null, "value": {}, "unit": []}, {"name": "n", "value": "v", "unit": 1e400}]',
  '[{"fileName": "../../etc/passwd", "fileTitle": {}}, {"fileName": [], "fileTitle": "t"}]',
  '"2026-13-45"',
  '"2026-02-30T25:61:00Z"',
  '"a\\u0000b\\u0007c"',
  '"a\\ud800b\\udc00"',
  '"\\ufffd"',
  '"\\u202Egnp.exe\\u2066"',
  '"a\\u2028b\\u2029c"',
  '"</script><script>alert(1)</script>"',
  '"<!--<script>"',
  '"<img src=x onerror=alert(1)><table><tr><td>"',
  '"]]>&lt;\'\\"`${1}"',
]

/** Values that only look like valid ones. */
const lookalikes: Record<string, string[]> = {
  latitude: ['"NaN"', '"Infinity"', '"1e999"', '"0x10"', '91', '-90.0000001', '"24,5"'],
  longitude: ['"NaN"', '"-Infinity"', '181', '"1e3"'],
  openingHours: ['"Su-Th 99:99-08:00"', '"Mo 08:00-08:00"', '"24/7;24/7;"', '"-;-,:"'],
  postDate: ['"+275760-09-13"', '"9999-12-31T23:59:59Z"', '"0000-00-00"', '"1e3"', '"NaN"'],
  postImage: ['"../x.png"', '"a b.png"', '"x%00.png"', '"javascript:alert(1)"'],
  mapUrl: ['"javascript:alert(1)"', '"https://"', '"//evil"'],
  phone1: ['"javascript:alert(1)"', '"+966 (0) 11 \\u200E5"'],
}

const cardFields = ['postID', 'postTitle', 'postSubTitle', 'postImage', 'parentID', 'postDate']
const postFields = [...cardFields, 'postDetails', 'postImages', 'postFiles', 'postSpecs']
const contactFields = [
  'adress1',
  'email1',
  'phone1',
  'mapUrl',
  'facebook',
  'youtube',
  'whatsapp',
  'telegram',
  'tweeter',
  'instagram',
]
const placeFields = ['latitude', 'longitude', 'openingHours']

/** A post as raw JSON by field. */
type RawPost = Record<string, string>

interface Mutation {
  field: string
  value: string | undefined
}

function mutationsOf(fields: string[]): Mutation[] {
  return fields.flatMap((field) =>
    [...values, ...(lookalikes[field] ?? [])].map((value) => ({ field, value })),
  )
}

function rawPostsOf(json: string): RawPost[] {
  const posts = JSON.parse(json) as Record<string, unknown>[]
  return posts.map((post) =>
    Object.fromEntries(Object.entries(post).map(([name, value]) => [name, JSON.stringify(value)])),
  )
}

function textOf(post: RawPost) {
  return `{${Object.entries(post)
    .map(([name, value]) => `${JSON.stringify(name)}:${value}`)
    .join()}}`
}

function mutated(post: RawPost, { field, value }: Mutation): RawPost {
  const { [field]: _, ...others } = post
  return value === undefined ? others : { ...others, [field]: value }
}

/** One copy of the list's first post for each mutation, each with an ID of its own. */
function mutatedList(json: string, mutations: Mutation[]) {
  const [first = {}] = rawPostsOf(json)
  const posts = mutations.map((mutation, at) =>
    textOf(mutated({ ...first, postID: `"mutant-${at}"` }, mutation)),
  )
  return `[${posts.join()}]`
}

async function visit(path: string) {
  const response = await fetch(site.url + path, { redirect: 'manual' })
  return { status: response.status, html: await response.text() }
}

/** Internals that visitors must never see, and characters that no page may contain. */
const programWords =
  /(?<![\p{L}-])(?:undefined|NaN|null|Infinity|Invalid Date|polluted)(?![\p{L}-])/u
const badSigns = /[\u0000-\u0008\u202A-\u202E\uFFFD]|%EF%BF%BD|\[object /

/** @param what describes the mutation, for the failure message */
function expectSound(html: string, what: string) {
  const all = [...html.matchAll(/<script([^>]*)>([^]*?)<\/script>/g)]
  const codesOf = (isData: boolean) =>
    all
      .filter(([, attributes = '']) => attributes.includes('ld+json') === isData)
      .map(([, , code = '']) => code)
  const scripts = codesOf(false)
  const text = html.replace(/<script[^>]*>[^]*?<\/script>/g, ' ').replace(/<[^>]*>/g, ' ')
  const bad = programWords.exec(text) ?? badSigns.exec(html)
  const around = bad && (bad.input.slice(Math.max(bad.index - 80, 0), bad.index + 80) || bad[0])
  expect(around, what).toBeNull()
  expect(scripts.length, what).toBe(4)
  for (const code of scripts) expect(() => new vm.Script(code), what).not.toThrow()
  // Only a page that exists has structured data.
  for (const json of codesOf(true)) expect(vocabularyFaults(JSON.parse(json)), what).toEqual([])
  expect(html.replace(/="[^"]*"/g, ''), what).not.toMatch(/<[^>]+\son\w+/i)
  expect(html, what).not.toMatch(/href="\s*javascript:/i)
}

async function expectShown(path: string, what: string, statuses = [200]) {
  const { status, html } = await visit(path)
  expect(statuses, `${path}, ${what}: ${status}`).toContain(status)
  expectSound(html, `${path}, ${what}`)
  return html
}

/** The screens of each list, and how many posts they show. */
const lists: { type: string; fields: string[]; screens: string[]; shown?: number }[] = [
  { type: 'News', fields: cardFields, screens: ['/News'] },
  { type: 'Blog', fields: cardFields, screens: ['/blog'] },
  { type: 'Services', fields: cardFields, screens: ['/services'] },
  { type: 'Projects', fields: [...cardFields, 'postSpecs'], screens: ['/projects'] },
  { type: 'Solutions', fields: [...cardFields, 'postSpecs'], screens: ['/solutions'] },
  {
    type: 'ProductsCategory',
    fields: cardFields,
    screens: ['/productsCategories', '/products/home'],
  },
  { type: 'ProductsTypes', fields: cardFields, screens: ['/products-types/circuit-protection'] },
  { type: 'Products', fields: cardFields, screens: ['/products/mcb'] },
  {
    type: 'SolProductsBackground',
    fields: cardFields,
    screens: ['/all-solution-products/solution-industry/x'],
  },
  {
    type: 'SolProducts',
    fields: cardFields,
    screens: ['/solutionDetails/solution-industry'],
    shown: 10,
  },
  { type: 'About', fields: postFields, screens: ['/about', '/'] },
  { type: 'Sustainability', fields: postFields, screens: ['/sustainability'] },
  { type: 'WorkFields', fields: postFields, screens: ['/workFields'] },
  { type: 'CompanyGoals', fields: postFields, screens: ['/companyGoals'] },
  {
    type: 'Branches',
    fields: [...cardFields, ...contactFields, ...placeFields],
    screens: ['/branches', '/contact'],
  },
  { type: 'HomeSlider', fields: cardFields, screens: ['/'], shown: 6 },
  { type: 'News', fields: cardFields, screens: ['/'], shown: 4 },
  { type: 'Blog', fields: cardFields, screens: ['/'], shown: 4 },
  { type: 'Projects', fields: cardFields, screens: ['/'], shown: 5 },
  { type: 'Services', fields: cardFields, screens: ['/'], shown: 9 },
  { type: 'Solutions', fields: cardFields, screens: ['/'], shown: 8 },
  { type: 'News', fields: cardFields, screens: ['/newsDetails/news-tp40-type-test'], shown: 5 },
]

/** Posts on one list page. */
const pageSize = 24

describe('F23 F27 a list with an invalid value in any field of any post', () => {
  test.each(lists)(
    'of $type is rendered without it on $screens',
    async ({ type, fields, screens, shown = pageSize }) => {
      const mutations = mutationsOf(fields)
      for (let at = 0; at < mutations.length; at += shown) {
        const some = mutations.slice(at, at + shown)
        site.edit((json, call) =>
          call.type === type && call.check === 'getPost' ? mutatedList(json, some) : json,
        )
        const what = JSON.stringify(some)
        // The sample's article is not among the mutants: its page is only available through its own
        // call.
        const paths = screens.map((screen) => screen.replace('mutant-2', 'news-tp40-type-test'))
        await Promise.all(paths.map((path) => expectShown(path, what)))
      }
    },
  )
})

/** The screens of a single post or block. */
const singles: { type: string; check: string; fields: string[]; screen: string }[] = [
  {
    type: 'News',
    check: 'getPostDetails',
    fields: postFields,
    screen: '/newsDetails/news-tp40-type-test',
  },
  {
    type: 'Blog',
    check: 'getPostDetails',
    fields: postFields,
    screen: '/blog_details/blog-mcb-curves',
  },
  {
    type: 'Services',
    check: 'getPostDetails',
    fields: postFields,
    screen: '/serviceDetails/service-installation',
  },
  {
    type: 'Projects',
    check: 'getPostDetails',
    fields: postFields,
    screen: '/projectDetails/project-hofuf-mosque',
  },
  {
    type: 'Solutions',
    check: 'getPostDetails',
    fields: postFields,
    screen: '/solutionDetails/solution-industry',
  },
  {
    type: 'Products',
    check: 'getPostDetails',
    fields: postFields,
    screen: '/product-details/tm63-1p-c',
  },
  {
    type: 'SolProducts',
    check: 'getPostDetails',
    fields: postFields,
    screen: '/products-details/tc-265',
  },
  { type: 'ContactData', check: 'getPost', fields: contactFields, screen: '/contact' },
  {
    type: 'Footer.Data',
    check: 'getPost',
    fields: ['postTitle', 'postSubTitle'],
    screen: '/services',
  },
  {
    type: 'ProductsCateBackground',
    check: 'getPost',
    fields: cardFields,
    screen: '/all-solution-products/solution-industry/x',
  },
]

/**
 * The ID is mutated alone, since the post is dropped without it; any other value in all fields at
 * once.
 */
function mutationsOfPost(fields: string[]): Mutation[][] {
  const others = fields.filter((field) => field !== 'postID')
  const most = Math.max(...others.map((field) => mutationsOf([field]).length))
  const ids = fields.includes('postID') ? mutationsOf(['postID']).map((mutation) => [mutation]) : []
  const rounds = Array.from({ length: most }, (_, at) =>
    others.flatMap((field) => mutationsOf([field])[at] ?? []),
  )
  return [...ids, ...rounds]
}

describe('F23 F27 a single post with invalid values in its fields', () => {
  test.each(singles)('of $type is rendered without them on $screen', async (single) => {
    const { type, check, fields, screen } = single
    for (const mutations of mutationsOfPost(fields)) {
      site.edit((json, call) => {
        if (call.type !== type || call.check !== check) return json
        return `[${rawPostsOf(json)
          .map((post) => textOf(mutations.reduce(mutated, post)))
          .join()}]`
      })
      const isGone = check === 'getPostDetails' && mutations[0]?.field === 'postID'
      await expectShown(screen, JSON.stringify(mutations), isGone ? [200, 404] : [200])
    }
  })
})

/** Lists with odd IDs and lengths, as raw JSON. */
const post = (id: string, title = 'A title') => `{"postID":${id},"postTitle":"${title}"}`
const shapes: [name: string, json: string][] = [
  ['no item', '[]'],
  ['one item', `[${post('"only"')}]`],
  ['10,000 items', `[${Array.from({ length: 10_000 }, (_, at) => post(`"many-${at}"`)).join()}]`],
  ['nulls and no posts', `[null, 1, "x", [], {}, ${post('"one"')}, null]`],
  ['the same id twice', `[${post('"twin"')}, ${post('"twin"')}]`],
  ['ids beyond 2^53', `[${post('9007199254740992')}, ${post('9007199254740993')}]`],
  ['a word of 1 MB', `[${post('"long"', 'w'.repeat(1_000_000))}]`],
]

describe('F24 F26 F27 a list', () => {
  const screens = new Map(lists.map(({ type, screens: [screen = ''] }) => [type, screen]))
  test.each(shapes)('of %s is rendered', async (_, list) => {
    for (const [type, screen] of screens) {
      site.edit((json, call) => (call.type === type && call.check === 'getPost' ? list : json))
      const html = await expectShown(screen, type)
      expect(html).not.toContain('900719925474099')
    }
  })
})
