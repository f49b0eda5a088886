import { gzipSync } from 'node:zlib'
import { sendBody } from './api-faults.ts'
import { startContentApi } from './content-api.ts'

/** Repeats a text up to a number of UTF-8 bytes. */
function fill(part: string, bytes: number) {
  return part.repeat(Math.max(1, Math.floor(bytes / Buffer.byteLength(part))))
}

/** Rich texts, named after what is excessive in them: a part that is repeated, or a text of about so many bytes. */
export const hostileTexts: Record<string, string | ((bytes: number) => string)> = {
  'unclosed tags': '<b>',
  'unclosed quotations': '<blockquote>',
  'unclosed items': '<li>',
  'unclosed links with text': '<a>x',
  'unclosed cells with text': '<td>x',
  'tags in one another, closed': (bytes) => '<b>'.repeat(bytes / 7) + '</b>'.repeat(bytes / 7),
  'end tags': '</p>',
  paragraphs: '<p>a</p>',
  'an element for each letter': '<span>a</span>',
  'formatting that is opened again': (bytes) =>
    `<b><i><u><s><em><strong><code><small>${fill('<p>x', bytes)}`,
  'cells of a table': (bytes) => `<table><tr>${fill('<td>x</td>', bytes)}</tr></table>`,
  'tables in one another': '<table><tr><td>',
  'text in tables': '<table>x<b>',
  ampersands: '&',
  'less-than signs': '<',
  'greater-than signs': '>',
  entities: '&amp;&#x41;&nbsp;&quot;&lt&NotEqualTilde;',
  'an entity without end': (bytes) => `&${'a'.repeat(bytes)}`,
  attributes: (bytes) => `<p ${fill('a ', bytes)}>x</p>`,
  'attributes of many names': (bytes) =>
    `<p ${Array.from({ length: bytes / 12 }, (_, at) => `a${at}="x"`).join(' ')}>x</p>`,
  'a long attribute': (bytes) => `<a href="https://x.example/${'x'.repeat(bytes)}">x</a>`,
  'a tag without end': (bytes) => `<a href="${fill('<b ', bytes)}`,
  comments: '<!---->',
  'a comment without end': (bytes) => `<!--${'-'.repeat(bytes)}`,
  'comments that part tags': '<<!---->b>',
  'pictures within the text': `<p>x</p><img src="data:image/png;base64,${'A'.repeat(30_000)}">`,
  pictures: '<img src="صورة.png" alt="صورة">',
  links: '<a href="https://x.example">x</a>',
  headings: '<h2>a</h2>',
  'many tables': '<table><tr><td>1990</td><td>y</td></tr></table><h2>x</h2>',
  'Latin among Arabic': 'ب1A ',
  'one long run': (bytes) => `ب A${':'.repeat(bytes)}`,
  'a long word': 'ب',
  'pairs of surrogates': '👷',
  blanks: (bytes) => `a${fill(' \n\t', bytes)}a`,
  'scripts without end': '<script>',
  'foreign elements': '<svg><math><mtext><table><mglyph><style>',
  'quotations of many lines': (bytes) => `${'<blockquote>'.repeat(38)}${fill('<p>a</p>', bytes)}`,
  'lists in one another': (bytes) => `${'<ul><li>'.repeat(30)}${fill('x<br>', bytes)}`,
  'items of lists in one another': '<ul><li>a<ul><li>b</ul></ul>',
  'emphasis in emphasis': '<em>a <strong>b</strong></em> ',
  'spans in one another': (bytes) => `${'<span>'.repeat(400)}${fill('<span>a</span>', bytes)}`,
  'ranges of units': '1-99999999 kW ',
  'combining marks': `e${'\u0345\u0323\u0334'.repeat(200)}`,
  signs: '"«(|;:/-–_*`[]{}<>#+=~^',
  'numbers in words': 'a1b2-3c/4d.5 ',
  'names of objects': '__proto__ constructor toString valueOf ',
  'harmless prose': '<p>Power <b>is</b> work over <a href="/x">time</a>; قاطع TM63-C16.</p>\n',
}

function textOf(name: string, bytes: number) {
  const make = hostileTexts[name]
  if (make === undefined) throw new Error(`There is no text called ${name}`)
  return typeof make === 'string' ? fill(make, bytes) : make(bytes)
}

/** One post whose text is an excess of one thing, including the cases observed so far. */
export function postWithText(name: string, bytes: number): string {
  const postDetails = textOf(name, bytes)
  return JSON.stringify([{ postID: 'only', postTitle: name, postDetails }])
}

const listOf = (count: number, make: (at: number) => string) =>
  `[${Array.from({ length: count }, (_, at) => make(at)).join()}]`

/** Whole responses, up to a little below the limit of 8 MiB, named after what is excessive in them. */
export const hostileLists: Record<string, () => string> = {
  '10,000 cards with long titles': () => {
    const title = fill('ب1A ', 300)
    const parents = ['parent', '']
    return JSON.stringify(
      Array.from({ length: 10_000 }, (_, at) => ({
        ...{ postID: `card-${at}`, postTitle: title, postSubTitle: title },
        parentID: parents[at % 2] || `card-${at}`,
        ...{ postDate: '2026-01-01T10:00:00Z', latitude: 24 + at / 1e4, longitude: 46 + at / 1e4 },
      })),
    )
  },
  '400,000 small posts': () => listOf(400_000, (at) => `{"postID":${at}}`),
  '300,000 specifications': () =>
    `[{"postID":1,"postSpecs":${listOf(300_000, () => '{"name":"a","value":"b"}')}}]`,
  '300,000 pictures': () =>
    `[{"postID":1,"postImages":${listOf(300_000, (at) => `"p${at}.png"`)}}]`,
  '200,000 files': () =>
    `[{"postID":1,"postFiles":${listOf(200_000, (at) => `{"fileName":"f${at}.pdf"}`)}}]`,
  'lists of nothing': () => listOf(2_500_000, () => '[]'),
  'objects of nothing': () => listOf(2_500_000, () => '{}'),
  numbers: () => listOf(1_900_000, () => '1.5'),
  'many names': () => `[{${listOf(500_000, (at) => `"k${at}":1`).slice(1, -1)},"postID":1}]`,
  'objects of many names': () => listOf(250_000, (at) => `{"postID":${at},"k${at}":1}`),
  'lists within lists': () =>
    `[{"postID":1,"more":${'['.repeat(60)}${fill('[],', 7_000_000)}0${']'.repeat(60)}}]`,
  'escaped letters': () => `[{"postID":1,"postDetails":"${fill('\\u0628', 7_800_000)}"}]`,
  'broken at the end': () => `[{"postID":1,"postDetails":"${fill('<b>', 7_000_000)}"`,
}

/** Plain texts in the same way. */
const hostileWords = [
  'w',
  'ب1A ',
  '<&"\u2028',
  'in for by of 2030 ',
  '1.234,5 – ',
  'Sunday-Thursday 8:00; ',
]

const textFields = [
  ...['postTitle', 'postSubTitle', 'postImage', 'parentID', 'postDate', 'openingHours'],
  ...['adress1', 'email1', 'phone1', 'mapUrl', 'facebook', 'whatsapp', 'tweeter'],
]

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

/**
 * Posts in which every field is filled and one is excessive, with each of the texts in turn.
 * @returns the type that has them, and the page that shows it
 */
export function caseOf(at: number) {
  const pick = <T>(list: readonly [T, ...T[]], turn = at) => list[turn % list.length] ?? list[0]
  const [type, ...shown] = screensOf[at % screensOf.length] ?? ['News', '/News']
  const asMarkdown = shown.filter((screen) => screen !== '/').map((screen) => `${screen}.md`)
  const screens = [...shown, ...asMarkdown]
  const names = Object.keys(hostileTexts)
  const name = names[at % names.length] ?? ''
  const word = hostileWords[at % hostileWords.length] ?? ''
  const count = pick([1, 1, 200, 20])
  const bytes = pick([5_000_000, 1_000, 600_000]) / count
  const entries = count > 1 ? 10 : pick([3, 3_000, 300], at >> 1)
  const lists = Array.from({ length: entries }, (_, entry) => ({
    spec: { name: fill(word, 60), value: `${entry}`, unit: 'kV' },
    picture: `picture-${entry}.png`,
    file: { fileName: `f${entry}.pdf`, fileTitle: fill(word, 60) },
  }))
  const posts = Array.from({ length: count }, (_, post) => ({
    ...{ postID: post === 0 ? 'only' : `id-${post}`, parentID: 'parent', postImage: 'breaker.png' },
    ...{ postTitle: fill(word, 300), postSubTitle: fill(word, 1_500), postDate: '2026-01-01' },
    postDetails: textOf(name, Math.max(10, Math.round(bytes))),
    postSpecs: lists.map(({ spec }) => spec),
    postImages: lists.map(({ picture }) => picture),
    postFiles: lists.map(({ file }) => file),
    ...(post === 0 && { [textFields[at % textFields.length] ?? '']: fill(word, 1_000_000) }),
    ...{ latitude: 24 + post / 100, longitude: 46 + post / 100 },
  }))
  const path = screens[Math.floor(at / screensOf.length) % screens.length] ?? '/'
  return { type, path, name, json: JSON.stringify(posts) }
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
  let hostile: { type: string; body: Buffer } | null = null
  const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' }
  const { url, close } = await startContentApi(() => plainPosts, {
    faultFor: (type) => (hostile?.type === type ? sendBody(200, hostile.body, headers) : null),
  })
  return {
    url,
    /** Sends this JSON for a type from now on. */
    send: (type: string, json: string) => {
      hostile = { type, body: gzipSync(json, { level: 1 }) }
    },
    close,
  }
}
