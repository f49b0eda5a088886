import { gzipSync } from 'node:zlib'
import { sendBody } from './api-faults.ts'
import { startContentApi } from './content-api.ts'

/** The size of one decoded response, a little below the limit of 8 MiB. */
const maxBytes = 7_800_000

/** A generator of numbers from 0 to 1; the same seed gives the same numbers. */
export function randomFrom(seed: number) {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

type Random = () => number

function pick<T>(random: Random, list: readonly [T, ...T[]]): T {
  return list[Math.floor(random() * list.length)] ?? list[0]
}

/** A number on a logarithmic scale, since most responses should not be of the maximum size. */
function between(random: Random, min: number, max: number) {
  return Math.round(min * (max / min) ** random())
}

/** Repeats a text up to a number of UTF-8 bytes. */
function fill(part: string, bytes: number) {
  return part.repeat(Math.max(1, Math.floor(bytes / Buffer.byteLength(part))))
}

const tags = ['b', 'p', 'blockquote', 'li', 'dd', 'td', 'tr', 'table', 'a', 'ul', 'span', 'h2']
const randomTag = (random: Random) => pick(random, ['i', ...tags])

/** Rich texts, named after what is excessive in them; `bytes` is the size to fill. */
export const hostileTexts: Record<string, (random: Random, bytes: number) => string> = {
  'unclosed tags': (random, bytes) => fill(`<${randomTag(random)}>`, bytes),
  'unclosed tags with text': (random, bytes) => fill(`<${randomTag(random)}>x`, bytes),
  'tags in one another, closed': (random, bytes) => {
    const tag = randomTag(random)
    const depth = Math.floor(bytes / (2 * tag.length + 5))
    return `<${tag}>`.repeat(depth) + `</${tag}>`.repeat(depth)
  },
  'end tags': (random, bytes) => fill(`</${randomTag(random)}>`, bytes),
  paragraphs: (_, bytes) => fill('<p>a</p>', bytes),
  'an element for each letter': (random, bytes) => {
    const tag = randomTag(random)
    return fill(`<${tag}>a</${tag}>`, bytes)
  },
  'formatting that is opened again': (_, bytes) =>
    `<b><i><u><s><em><strong><code><small>${fill('<p>x', bytes)}`,
  'cells of a table': (_, bytes) => `<table><tr>${fill('<td>x</td>', bytes)}</tr></table>`,
  'tables in one another': (_, bytes) => fill('<table><tr><td>', bytes),
  'text in tables': (_, bytes) => fill('<table>x<b>', bytes),
  ampersands: (_, bytes) => fill('&', bytes),
  'less-than signs': (_, bytes) => fill('<', bytes),
  'greater-than signs': (_, bytes) => fill('>', bytes),
  entities: (random, bytes) =>
    fill(pick(random, ['&amp;', '&#x41;', '&nbsp;', '&quot;', '&lt', '&NotEqualTilde;']), bytes),
  'an entity without end': (_, bytes) => `&${'a'.repeat(bytes)}`,
  attributes: (_, bytes) => `<p ${fill('a ', bytes)}>x</p>`,
  'attributes of many names': (_, bytes) => {
    const names = Array.from({ length: Math.floor(bytes / 12) }, (_none, at) => `a${at}="x"`)
    return `<p ${names.join(' ')}>x</p>`
  },
  'a long attribute': (_, bytes) => `<a href="https://x.example/${'x'.repeat(bytes)}">x</a>`,
  'a tag without end': (_, bytes) => `<a href="${fill('<b ', bytes)}`,
  comments: (_, bytes) => fill('<!---->', bytes),
  'a comment without end': (_, bytes) => `<!--${'-'.repeat(bytes)}`,
  'comments that part tags': (_, bytes) => fill('<<!---->b>', bytes),
  'pictures within the text': (_, bytes) =>
    fill(`<p>x</p><img src="data:image/png;base64,${'A'.repeat(30_000)}">`, bytes),
  pictures: (_, bytes) => fill(`<img src="صورة.png" alt="صورة">`, bytes),
  links: (_, bytes) => fill('<a href="https://x.example">x</a>', bytes),
  headings: (_, bytes) => fill('<h2>a</h2>', bytes),
  'a history': (_, bytes) => `<table>${fill('<tr><td>1990</td><td>x</td></tr>', bytes)}</table>`,
  'many histories': (_, bytes) =>
    fill('<table><tr><td>x</td><td>y</td></tr></table><h2>x</h2>', bytes),
  'Latin among Arabic': (_, bytes) => fill('ب1A ', bytes),
  'one long run': (_, bytes) => `ب A${':'.repeat(bytes)}`,
  'a long word': (_, bytes) => 'ب'.repeat(bytes / 2),
  'pairs of surrogates': (_, bytes) => '👷'.repeat(bytes / 4),
  blanks: (_, bytes) => `a${fill(' \n\t', bytes)}a`,
  'scripts without end': (_, bytes) => fill('<script>', bytes),
  'foreign elements': (_, bytes) => fill('<svg><math><mtext><table><mglyph><style>', bytes),
  'quotations of many lines': (_, bytes) =>
    `${'<blockquote>'.repeat(38)}${fill('<p>a</p>', bytes)}`,
  'lists in one another': (_, bytes) => `${'<ul><li>'.repeat(30)}${fill('x<br>', bytes)}`,
  'items of lists in one another': (_, bytes) => fill('<ul><li>a<ul><li>b</ul></ul>', bytes),
  'emphasis in emphasis': (_, bytes) => fill('<em>a <strong>b</strong></em> ', bytes),
  'spans in one another': (_, bytes) => `${'<span>'.repeat(400)}${fill('<span>a</span>', bytes)}`,
  'ranges of units': (_, bytes) => fill('1-99999999 kW ', bytes),
  'combining marks': (_, bytes) => fill(`e${'\u0345\u0323\u0334'.repeat(200)}`, bytes),
  signs: (_, bytes) => fill('"«(|;:/-–_*`[]{}<>#+=~^', bytes),
  'numbers in words': (_, bytes) => fill('a1b2-3c/4d.5 ', bytes),
  'names of objects': (_, bytes) => fill('__proto__ constructor toString valueOf ', bytes),
  'harmless prose': (_, bytes) =>
    fill('<p>Power <b>is</b> work over <a href="/x">time</a>; قاطع TM63-C16.</p>\n', bytes),
}

/** Plain texts in the same way. */
const hostileWords: Record<string, (bytes: number) => string> = {
  'a long word': (bytes) => 'w'.repeat(bytes),
  'Latin among Arabic': (bytes) => fill('ب1A ', bytes),
  'signs of markup': (bytes) => fill('<&"\u2028', bytes),
  'goals of years': (bytes) => `Target for 2030 ${fill('in for by of ', bytes)}`,
  numbers: (bytes) => fill('1.234,5 – ', bytes),
  days: (bytes) => fill('Sunday-Thursday 8:00-17:00; ', bytes),
}

const textFields = [
  ...['postTitle', 'postSubTitle', 'postImage', 'parentID', 'postDate', 'openingHours'],
  ...['adress1', 'email1', 'phone1', 'mapUrl', 'facebook', 'whatsapp', 'tweeter'],
]

/** A post of about `bytes` bytes in which every field is filled. */
function hostilePost(random: Random, id: string, bytes: number) {
  const [, makeText] = pickEntry(random, hostileTexts)
  const [, makeWords] = pickEntry(random, hostileWords)
  const words = () => makeWords(between(random, 10, 3_000))
  const field = pick(random, ['', '', ...textFields])
  const entries = between(random, 1, 3_000)
  return {
    postID: id,
    postTitle: words(),
    postSubTitle: words(),
    postImage: 'breaker.png',
    parentID: 'parent',
    postDate: '2026-01-01',
    postDetails: makeText(random, Math.max(10, bytes)),
    postSpecs: repeat(entries, (at) => ({ name: words(), value: `${at}`, unit: 'kV' }), random),
    postImages: repeat(entries, (at) => `picture-${at}.png`, random),
    postFiles: repeat(entries, (at) => ({ fileName: `f${at}.pdf`, fileTitle: words() }), random),
    ...(field && { [field]: makeWords(between(random, 100, 1_000_000)) }),
    latitude: 24 + random(),
    longitude: 46 + random(),
  }
}

function pickEntry<T>(random: Random, table: Record<string, T>): [string, T] {
  const entries = Object.entries(table)
  const entry = entries[Math.floor(random() * entries.length)] ?? entries[0]
  if (!entry) throw new Error('There is nothing to choose from')
  return entry
}

/** Half of the lists are short, so that the rest of the post matters. */
function repeat<T>(count: number, make: (at: number) => T, random: Random): T[] {
  return Array.from({ length: random() < 0.5 ? 3 : count }, (_, at) => make(at))
}

/** Whole responses, named after what is excessive in them. */
export const hostileLists: Record<string, (random: Random) => string> = {
  'one post': (random) => joined([hostilePost(random, 'only', between(random, 1_000, maxBytes))]),
  'some posts': (random) => {
    const count = between(random, 2, 200)
    const posts = Array.from({ length: count }, (_, at) =>
      hostilePost(random, `id-${at}`, between(random, 10, maxBytes / count)),
    )
    return joined(posts)
  },
  '10,000 cards with long titles': (random) => {
    const [, makeWords] = pickEntry(random, hostileWords)
    const title = makeWords(350)
    return joined(
      Array.from({ length: 10_000 }, (_, at) => ({
        postID: `card-${at}`,
        postTitle: title,
        postSubTitle: title,
        parentID: pick(random, ['parent', `card-${at}`]),
        postDate: '2026-01-01T10:00:00Z',
        latitude: 24 + random(),
        longitude: 46 + random(),
      })),
    )
  },
  '400,000 small posts': () => listOf((at) => `{"postID":${at}}`, 400_000),
  '300,000 specifications': () =>
    `[{"postID":1,"postSpecs":${listOf(() => '{"name":"a","value":"b"}', 300_000)}}]`,
  '300,000 pictures': () =>
    `[{"postID":1,"postImages":${listOf((at) => `"p${at}.png"`, 300_000)}}]`,
  '200,000 files': () =>
    `[{"postID":1,"postFiles":${listOf((at) => `{"fileName":"f${at}.pdf"}`, 200_000)}}]`,
  'lists of nothing': () => listOf(() => '[]', 2_500_000),
  'objects of nothing': () => listOf(() => '{}', 2_500_000),
  numbers: () => listOf(() => '1.5', 1_900_000),
  'many names': () =>
    `[{"postID":1,${Array.from({ length: 500_000 }, (_, at) => `"k${at}":1`).join()}}]`,
  'objects of many names': () => listOf((at) => `{"postID":${at},"k${at}":1}`, 250_000),
  'lists within lists': () =>
    `[{"postID":1,"more":${'['.repeat(60)}${fill('[],', 7_000_000)}0${']'.repeat(60)}}]`,
  'escaped letters': () => `[{"postID":1,"postDetails":"${fill('\\u0628', maxBytes)}"}]`,
  'broken at the end': () => `[{"postID":1,"postDetails":"${fill('<b>', 7_000_000)}"`,
}

/** Posts that do not fit are dropped, so that the response stays valid. */
function joined(posts: object[]) {
  const parts: string[] = []
  let bytes = 2
  for (const post of posts) {
    const part = JSON.stringify(post)
    const size = Buffer.byteLength(part) + 1
    if (parts.length > 0 && bytes + size > maxBytes) break
    bytes += size
    parts.push(part)
  }
  return `[${parts.join()}]`
}

function listOf(make: (at: number) => string, count: number) {
  const parts: string[] = []
  let bytes = 0
  for (let at = 0; at < count && bytes < maxBytes - 100; at += 1) {
    const part = make(at)
    bytes += part.length + 1
    parts.push(part)
  }
  return `[${parts.join()}]`
}

/** The response for a seed: the same seed gives the same response. */
export function hostileResponse(seed: number) {
  const random = randomFrom(seed)
  // Most are generated posts, which differ endlessly; the fixed lists are few.
  const isOfPosts = random() < 0.7
  const entry = pickEntry(random, hostileLists)
  const name = isOfPosts ? pick(random, ['one post', 'some posts']) : entry[0]
  const json = hostileLists[name]?.(random) ?? '[]'
  return { name, json: Buffer.byteLength(json) > maxBytes + 200_000 ? '[]' : json }
}

/** One post whose text is an excess of one thing, including the cases observed so far. */
export function postWithText(name: string, bytes: number): string {
  const make = hostileTexts[name]
  if (!make) throw new Error(`There is no text called ${name}`)
  const text = make(randomFrom(1), bytes)
  return JSON.stringify([{ postID: 'only', postTitle: name, postDetails: text }])
}

export type HostileApi = Awaited<ReturnType<typeof startHostileApi>>

const plainPosts = [1, 2, 3].map((at) => ({
  postID: `plain-${at}`,
  postTitle: `Post ${at}`,
  postDetails: '<p>Text</p>',
  parentID: 'plain-1',
}))

/** A content API that sends hostile JSON for one type, and a few plain posts for all others. */
export async function startHostileApi() {
  let hostile: { type: string | null; body: Buffer } | null = null
  const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' }
  const { url, close } = await startContentApi(() => plainPosts, {
    faultFor: (type) =>
      hostile && (hostile.type ?? type) === type ? sendBody(200, hostile.body, headers) : null,
  })
  return {
    url,
    /** Sends this JSON for a type from now on; null: for every type. */
    send: (type: string | null, json: string) => {
      hostile = { type, body: gzipSync(json, { level: 1 }) }
    },
    close,
  }
}

/** The screens that show a type's posts. */
const screensOf: [type: string, ...screens: string[]][] = [
  ['News', '/News', '/newsDetails/only'],
  ['Blog', '/blog', '/blog_details/only'],
  ['Services', '/services', '/serviceDetails/only'],
  ['Projects', '/projects', '/projectDetails/only'],
  ['Solutions', '/solutions', '/solutionDetails/only'],
  ['Products', '/product-details/only', '/products/parent'],
  ['SolProducts', '/products-details/only'],
  ['ProductsCategory', '/products/home', '/productsCategories'],
  ['ProductsTypes', '/products/home', '/products-types/parent', '/products/card-1'],
  ['About', '/about', '/'],
  ['Sustainability', '/sustainability'],
  ['WorkFields', '/workFields'],
  ['CompanyGoals', '/companyGoals'],
  ['Branches', '/branches', '/contact'],
  ['HomeSlider', '/'],
  ['ContactData', '/contact'],
  ['Footer.Data', '/services'],
]

/** The API's response and the page that shows it for a seed: the same seed gives the same case. */
export function caseOf(seed: number) {
  const [type, ...shown] = screensOf[seed % screensOf.length] ?? ['News', '/News']
  const asMarkdown = shown.filter((screen) => screen !== '/').map((screen) => `${screen}.md`)
  const screens = [...shown, ...asMarkdown]
  const path = screens[Math.floor(seed / screensOf.length) % screens.length] ?? '/'
  return { type, path, ...hostileResponse(seed) }
}
