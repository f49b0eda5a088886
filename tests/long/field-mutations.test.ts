import vm from 'node:vm'
import { beforeEach, describe, expect, test } from 'vitest'
import { contactFields } from '../../server/content/posts/post-fields.ts'
import { readResponse } from '../../server/content/parse/parse-response.ts'
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
const placeFields = ['latitude', 'longitude', 'openingHours']

/** A post as raw JSON by field. */
type RawPost = Record<string, string>

interface Mutation {
  field: string
  value: string | undefined
}

function mutationsOf(field: string): Mutation[] {
  return [...values, ...(lookalikes[field] ?? [])].map((value) => ({ field, value }))
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

/** An item as pages get it. A branch has every field, and each shape reads a field in the same way. */
function readMutant(mutation: Mutation) {
  // One coordinate alone is no place.
  const branch = { postID: '"mutant"', latitude: '24.7', longitude: '46.7' }
  const json = `[${textOf(mutated(branch, mutation))}]`
  return readResponse('branch', 'En', false, Buffer.from(json), 'Asia/Riyadh').items
}

/** Those of a field's mutations that pages get in different ways. */
function unlike(field: string) {
  const seen = new Set<string>()
  return mutationsOf(field).filter((mutation) => {
    const read = JSON.stringify(readMutant(mutation))
    const isNew = !seen.has(read)
    seen.add(read)
    return isNew
  })
}

/** What to change in each post: the ID alone, since the post is dropped without it, else all fields at once. */
function roundsOf(fields: string[]): Mutation[][] {
  const ids = fields.includes('postID') ? unlike('postID').map((mutation) => [mutation]) : []
  const others = fields.filter((field) => field !== 'postID').map(unlike)
  const most = Math.max(...others.map((mutations) => mutations.length))
  const rounds = Array.from({ length: most }, (_, at) =>
    others.map((mutations) => mutations[at % mutations.length] ?? { field: '', value: undefined }),
  )
  return [...ids, ...rounds]
}

/** One copy of the list's first post for each round, each with an ID of its own. */
function mutatedList(json: string, rounds: Mutation[][]) {
  const [first = {}] = rawPostsOf(json)
  const posts = rounds.map((mutations, at) =>
    textOf(mutations.reduce(mutated, { ...first, postID: `"mutant-${at}"` })),
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

/** The screens of lists, and how many posts they show of each. */
const lists: [types: string[], fields: string[], screens: string[], shown?: number][] = [
  [['News'], cardFields, ['/News']],
  [['Blog'], cardFields, ['/blog']],
  [['Services'], cardFields, ['/services']],
  [['Projects'], [...cardFields, 'postSpecs'], ['/projects']],
  [['Solutions'], [...cardFields, 'postSpecs'], ['/solutions']],
  [['ProductsCategory'], cardFields, ['/productsCategories', '/products/home']],
  [['ProductsTypes'], cardFields, ['/products-types/circuit-protection']],
  [['Products'], cardFields, ['/products/mcb']],
  [['SolProductsBackground'], cardFields, ['/all-solution-products/solution-industry/x']],
  [['SolProducts'], cardFields, ['/solutionDetails/solution-industry'], 10],
  [['About'], postFields, ['/about', '/']],
  [['Sustainability'], postFields, ['/sustainability']],
  [['WorkFields'], postFields, ['/workFields']],
  [['CompanyGoals'], postFields, ['/companyGoals']],
  [['Branches'], [...cardFields, ...contactFields, ...placeFields], ['/branches', '/contact']],
  [['HomeSlider', 'News', 'Blog', 'Projects', 'Services', 'Solutions'], cardFields, ['/'], 4],
  [['News'], cardFields, ['/newsDetails/news-tp40-type-test'], 5],
]

/** Posts on one list page. */
const pageSize = 24

describe('F23 F27 a list with an invalid value in any field of any post', () => {
  test.each(lists)(
    'of %j, whose fields are %j, is rendered without it on %j',
    async (types, fields, screens, shown = pageSize) => {
      const rounds = roundsOf(fields)
      for (let at = 0; at < rounds.length; at += shown) {
        const some = rounds.slice(at, at + shown)
        site.edit((json, call) =>
          types.includes(call.type) && call.check === 'getPost' ? mutatedList(json, some) : json,
        )
        const what = JSON.stringify(some)
        // The sample's article is not among the mutants: its page is only available through its own
        // call.
        await Promise.all(screens.map((screen) => expectShown(screen, what)))
      }
    },
  )
})

/** The screens of a single post or block. */
const singles: [type: string, check: string, fields: string[], screen: string][] = [
  ['News', 'getPostDetails', postFields, '/newsDetails/news-tp40-type-test'],
  ['Blog', 'getPostDetails', postFields, '/blog_details/blog-mcb-curves'],
  ['Services', 'getPostDetails', postFields, '/serviceDetails/service-installation'],
  ['Projects', 'getPostDetails', postFields, '/projectDetails/project-hofuf-mosque'],
  ['Solutions', 'getPostDetails', postFields, '/solutionDetails/solution-industry'],
  ['Products', 'getPostDetails', postFields, '/product-details/tm63-1p-c'],
  ['SolProducts', 'getPostDetails', postFields, '/products-details/tc-265'],
  ['ContactData', 'getPost', [...contactFields], '/contact'],
  ['Footer.Data', 'getPost', ['postTitle', 'postSubTitle'], '/services'],
  ['ProductsCateBackground', 'getPost', cardFields, '/all-solution-products/solution-industry/x'],
]

describe('F23 F27 a single post with invalid values in its fields', () => {
  test.each(singles)(
    'of %s by %s is rendered without them',
    async (type, check, fields, screen) => {
      for (const mutations of roundsOf(fields)) {
        site.edit((json, call) => {
          if (call.type !== type || call.check !== check) return json
          return `[${rawPostsOf(json)
            .map((post) => textOf(mutations.reduce(mutated, post)))
            .join()}]`
        })
        const isGone = check === 'getPostDetails' && mutations[0]?.field === 'postID'
        await expectShown(screen, JSON.stringify(mutations), isGone ? [200, 404] : [200])
      }
    },
  )
})

/** Screens of lists, by their type: one in pages, one with a menu's posts, and parts of a page. */
const listScreens = {
  Products: '/products/mcb',
  News: '/News',
  ProductsCategory: '/products/home',
  Branches: '/branches',
  HomeSlider: '/',
}

/** Lists with odd IDs and lengths, as raw JSON. */
const post = (id: string, title = 'A title') => `{"postID":${id},"postTitle":"${title}"}`
const shapes: [name: string, json: string][] = [
  ['no item', '[]'],
  ['one item', `[${post('"only"')}]`],
  ['nulls and no posts', `[null, 1, "x", [], {}, ${post('"one"')}, null]`],
  ['the same id twice', `[${post('"twin"')}, ${post('"twin"')}]`],
  ['ids beyond 2^53', `[${post('9007199254740992')}, ${post('9007199254740993')}]`],
  ['a word of 1 MB', `[${post('"long"', 'w'.repeat(1_000_000))}]`],
]

async function expectListShown(type: string, screen: string, list: string) {
  site.edit((json, call) => (call.type === type && call.check === 'getPost' ? list : json))
  expect(await expectShown(screen, type)).not.toContain('900719925474099')
}

describe('F24 F26 F27 a list', () => {
  test.each(shapes)('of %s is rendered', async (_, list) => {
    for (const [type, screen] of Object.entries(listScreens)) {
      await expectListShown(type, screen, list)
    }
  })

  test('of 10,000 items is rendered', async () => {
    const items = Array.from({ length: 10_000 }, (_, at) => post(`"many-${at}"`))
    await expectListShown('Products', listScreens.Products, `[${items.join()}]`)
  })
})
