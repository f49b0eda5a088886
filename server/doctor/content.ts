import PQueue from 'p-queue'
import { z } from 'zod'
import { readBrand } from '../site/brand.ts'
import { contentTypeNames, type Config } from '../config.ts'
import { isObject } from '@site/content-folder/conformance'
import { isMistake } from '@site/content-folder/folder-files'
import { readFolder } from '@site/content-folder/folder-reader'
import { codeOf } from '../content/api/api-client.ts'
import { callKindOf } from '../content/call.ts'
import { createContentCalls, firstPostOf, type ContentQuery } from '../content/content-calls.ts'
import { contentLanguages, type ContentLanguage } from '../content/content-types.ts'
import { contactFields, type Contact } from '../content/posts/post-fields.ts'
import { createSiteContent, type SiteContent } from '../content/content.ts'
import { ContentUnavailable } from '../content/failures.ts'
import { limits } from '../content/limits.ts'
import { shownSpecs } from '../content/posts/hidden-specs.ts'
import type { ShapeName } from '../content/posts/post.ts'
import type { ParsedResponse } from '../content/parse/parser.ts'
import { imageBaseOf } from '../files/pictures/original-fetcher.ts'
import { contactLinksOf } from '@site/arabic-text/linked-text'
import { parseJson, isReadable } from '@site/arabic-text/characters'
import { counted, failure, info, ok, shownAddress, warning } from './report.ts'
import type { Finding, Findings, Said } from './report.ts'
import type { OutgoingHeaders } from '../outgoing-headers.ts'
import { adviceFor, ask, askForFile } from './requests.ts'

/** Few concurrent calls, since the API is also serving visitors. */
const concurrentCalls = 2

/** The number of products that are read for their files, of which there may be several kinds. */
const productsWithFiles = 30

/** The format that a field needs to be parsed or, for contact fields, to become a link. Default: a text. */
const formats: Partial<Record<string, string>> = {
  postDate: 'a date in ISO 8601, such as 2026-03-31, or none',
  postImage: 'the name of a file below CONTENT_IMAGES_URL, not an address',
  postImages: 'a list of names of files below CONTENT_IMAGES_URL',
  postFiles: 'a list like [{"fileName":"…","fileTitle":"…"}]',
  postSpecs: 'a list like [{"name":"…","value":"…","unit":"…"}]',
  postVariants: 'a list like [{"code":"…","specs":[…]}]',
  latitude: 'degrees from -90 to 90, or none',
  longitude: 'degrees from -180 to 180, or none',
  email1: 'an e-mail address, or several with commas',
  phone1: 'a phone number, or several with slashes or commas',
  mapUrl: 'the address of a map on the web, or coordinates such as 24.7136, 46.6753',
  facebook: 'the address of the page, or the name of the account with @',
  youtube: 'the address of the channel, or its name with @',
  whatsapp: 'a number with its country code, or set country in the brand',
  telegram: 'the address of the channel, or its name with @',
  tweeter: 'the address of the account, or its name with @',
  instagram: 'the address of the account, or its name with @',
}

/** Fields that every post has, or that the site itself adds. */
const ownFields = ['postID', 'parentID', 'wordCount']

/** A content call and its result. */
export interface Call {
  query: ContentQuery
  language: ContentLanguage
  /** Time including waiting for the response and parsing it, ms. */
  ms: number
  result: ParsedResponse<unknown> | ContentUnavailable
}

type ReadCall = Call & { result: ParsedResponse<unknown> }

/** Results of reading a content API. */
interface ReadApi {
  calls: Call[]
  hasIssuedToken: boolean
  /** Names of pictures and, of the documents of each kind, one. */
  pictures: string[]
  documents: string[]
}

/** Checks the content API with the site's own calls. It only reads. */
export async function* checkContent(config: Config): Findings {
  const { apiUrl, dir, links, isNamed } = config.content
  if (apiUrl !== undefined) {
    const api = await readApi(config.content, apiUrl)
    yield* findingsOfApi(config, apiUrl, api)
    if (!api.calls.some(isRead)) return
    const seconds = await clockGapOf(apiUrl, config.content.headers)
    if (seconds > maxClockGapS) yield warning('Clock', 'clockDiffers', { seconds })
    return
  }
  if (!isNamed || dir === null) return yield failure('content', 'contentNotSet')
  const folder = await readFolder(dir, links).catch((error: unknown) => String(error))
  if (typeof folder === 'string') {
    const user = process.getuid?.() ?? ''
    return yield failure('CONTENT_DIR', 'contentUnreadable', { error: folder, user, dir })
  }
  const types = folder.content.categories.flatMap((category) => category.types)
  const products = types.reduce((sum, type) => sum + type.products.length, 0)
  yield ok('CONTENT_DIR', 'contentFolder', { dir, products: counted(products, 'product') })
  const found = folder.problems.filter(isMistake).length
  const mistakes = counted(found, 'mistake')
  if (found > 0) yield warning('CONTENT_DIR', 'contentMistakes', { mistakes })
}

/** Signatures and forms are good for some minutes. */
const maxClockGapS = 60

/** How far this machine's clock is from that of the API's server, s; 0 if it does not say. */
async function clockGapOf(apiUrl: string, headers: OutgoingHeaders) {
  const { header } = await ask(apiUrl, { headers })
  const gapMs = Math.abs(Date.parse(header('date')) - Date.now())
  return Math.round((gapMs || 0) / 1000)
}

/** Makes every call of the site, in both languages, and finds files. If the first two calls fail, no others are made. */
export async function readApi(content: Config['content'], apiUrl: string): Promise<ReadApi> {
  // What is not shown is read as well, so that the report can name it.
  const source = createSiteContent({ ...content, hiddenSpecs: [] }, async () => apiUrl)
  const queue = new PQueue({ concurrency: concurrentCalls })
  try {
    const calls = await makeCalls(source, queue)
    const files = await findFiles(calls.filter(isRead), source, queue)
    return { calls, hasIssuedToken: source.hasIssuedToken(), ...files }
  } finally {
    await source.close()
  }
}

/** The ID in the site's calls; replaced by the ID of the first post of the type, or of that post's parent. */
const placeholder = 'first'

const identity = z.object({ postID: z.string(), parentID: z.string() })

async function makeCalls(source: Pick<SiteContent, 'inspect'>, queue: PQueue): Promise<Call[]> {
  const made = new Map<string, Promise<Call>>()
  const calls: Call[] = []

  function make(language: ContentLanguage, query: ContentQuery, shape: ShapeName) {
    const key = JSON.stringify([language, query, shape])
    const call =
      made.get(key) ??
      queue.add(async () => {
        const ended = await inspect(source, language, query, shape)
        calls.push(ended)
        return ended
      })
    made.set(key, call)
    return call
  }

  /** Makes the calls that the site makes for an ID for the first post of their type, or its parent. */
  async function makeFor(language: ContentLanguage, query: ContentQuery, shape: ShapeName) {
    if (callKindOf({ query }) === 'root list') return make(language, query, shape)
    const { type } = query
    const isOfType = (call: Call) => call.language === language && call.query.type === type
    const list =
      calls.find((call) => isOfType(call) && callKindOf(call) === 'root list') ??
      // The site has no list of some types.
      (await make(language, firstPostOf(type), 'card'))
    const { postID, parentID } = identity.safeParse(postsOf(list)[0]).data ?? {}
    const [name, id] = query.PostId === placeholder ? ['PostId', postID] : ['ParentId', parentID]
    return id ? make(language, { ...query, [name]: id }, shape) : undefined
  }

  const callsOf = (areLists: boolean) =>
    contentLanguages.flatMap((language) => {
      const site = createContentCalls(async ({ isLookUp: _, ...query }, shape) => {
        await makeFor(language, query, shape)
        // Any post ends the search for one in further types.
        return [{}] as never[]
      })
      const ofSite: ((id: string) => Promise<unknown>)[] = Object.values(site)
      return ofSite.filter(({ length }) => (length === 0) === areLists)
    })
  const lists = callsOf(true)
  for (const list of lists.slice(0, 2)) if (!calls.some(isRead)) await list(placeholder)
  if (!calls.some(isRead)) return calls
  await Promise.all(lists.map((list) => list(placeholder)))
  await Promise.all(callsOf(false).map((call) => call(placeholder)))
  return calls
}

async function inspect(
  source: Pick<SiteContent, 'inspect'>,
  language: ContentLanguage,
  query: ContentQuery,
  shape: ShapeName,
): Promise<Call> {
  const start = performance.now()
  const reading: Promise<Call['result']> = source.inspect(language, query, shape)
  const result = await reading.catch((error: unknown) => {
    if (error instanceof ContentUnavailable) return error
    throw error
  })
  return { query, language, ms: Math.round(performance.now() - start), result }
}

function isRead(call: Call): call is ReadCall {
  return !(call.result instanceof ContentUnavailable)
}

function postsOf({ result }: Call) {
  return result instanceof ContentUnavailable ? [] : result.items
}

const namedFiles = z.object({
  postImage: z.string().default(''),
  postFiles: z.array(z.object({ fileName: z.string() })).default([]),
})

/** Finds files by extension. It reads some more products for them. */
async function findFiles(
  calls: readonly ReadCall[],
  source: Pick<SiteContent, 'inspect'>,
  queue: PQueue,
) {
  const lists = calls.filter(({ query }) => query.type === 'Products' && query.check === 'getPost')
  const ids = new Set(lists.flatMap(postsOf).map((item) => identity.parse(item).postID))
  const query = { ...firstPostOf('Products'), check: 'getPostDetails' } as const
  const products = await queue.addAll(
    [...ids]
      .slice(0, productsWithFiles)
      .map((PostId) => () => inspect(source, 'Ar', { ...query, PostId }, 'product')),
  )
  const items = [...calls, ...products].flatMap(postsOf)
  const posts = items.flatMap((item) => namedFiles.safeParse(item).data ?? [])
  const names = posts.flatMap(({ postFiles }) => postFiles.map(({ fileName }) => fileName))
  const kinds = new Map(names.map((name) => [/\.\w+$/.exec(name)?.[0]?.toLowerCase(), name]))
  const pictures = posts.flatMap(({ postImage }) => postImage || [])
  return { pictures, documents: [...kinds.values()] }
}

/** Yields what the calls show, and tries a picture and the documents. */
export async function* findingsOfApi(config: Config, apiUrl: string, api: ReadApi): Findings {
  const { content } = config
  yield info('address', 'apiAddress', { address: shownAddress(apiUrl + content.getPostPath) })
  const read = api.calls.filter(isRead)
  const [first] = api.calls
  if (read.length === 0 && first?.result instanceof ContentUnavailable) {
    return yield failure('every call', ...adviceOf(first.result))
  }
  const lists = read.filter((call) => callKindOf(call) === 'root list')
  if (lists.every(isWithoutPosts)) yield failure('every list', 'everyListEmpty')
  else yield* findingsOfCalls(api.calls, content.renamedTypes, countryOf(config))
  const labels = hiddenLabelsIn(read.flatMap(postsOf), content.hiddenSpecs)
  if (labels.length > 0) yield ok('specifications', 'specsHidden', { labels: labels.join(', ') })
  yield api.hasIssuedToken
    ? ok('anti-forgery', 'tokenIssued')
    : info('anti-forgery', 'noTokenIssued')
  if (api.pictures.length === 0) yield info('image', 'noImages')
  else yield* await checkFiles(api, content, apiUrl)
}

const specs = z.array(z.object({ name: z.string(), unit: z.string() })).default([])

const withSpecs = z.object({
  postSpecs: specs,
  postVariants: z.array(z.object({ specs })).default([]),
})

/** Max. labels that the report names. */
const maxNamed = 20

/** Lists the labels in posts that the site does not show. The company's own numbers, in the footer, are shown. */
function hiddenLabelsIn(posts: unknown[], hidden: readonly string[]) {
  const isShown = shownSpecs(hidden)
  const ofPosts = posts.flatMap((post) => withSpecs.safeParse(post).data ?? [])
  const all = ofPosts.flatMap(({ postSpecs, postVariants }) => [
    ...postSpecs,
    ...postVariants.flatMap((variant) => variant.specs),
  ])
  const labels = all.filter((spec) => !isShown(spec)).map(({ name }) => name)
  return [...new Set(labels)].slice(0, maxNamed)
}

/** Returns the country of local numbers, as the site knows it. An invalid brand is reported separately. */
function countryOf({ brandDir, content }: Config) {
  try {
    return readBrand(brandDir ?? null, [brandDir ?? '', ...content.links]).country
  } catch {
    return undefined
  }
}

const subjects = { 'root list': '', 'child list': ' of a parent', details: ' details' }

function* findingsOfCalls(
  calls: Call[],
  renamedTypes: Config['content']['renamedTypes'],
  country: string | undefined,
) {
  for (const type of contentTypeNames) {
    for (const kind of ['root list', 'child list', 'details'] as const) {
      const ofKind = calls.filter((call) => call.query.type === type && callKindOf(call) === kind)
      const subject = type + subjects[kind]
      if (ofKind.length === 0) continue
      if (ofKind.every((call) => isRead(call) && isWithoutPosts(call))) {
        yield emptyFinding(subject, kind, renamedTypes[type])
      } else {
        yield* summaryOf(subject, ofKind.filter(isRead))
        yield* problemsOf(subject, ofKind, country)
      }
    }
  }
}

function isWithoutPosts({ result }: ReadCall) {
  return result.items.length === 0 && result.droppedCount === 0
}

/** @param name of the type, if CONTENT_TYPES changes it: such a type is one that the API is said to have */
function emptyFinding(subject: string, kind: keyof typeof subjects, name: string | undefined) {
  if (kind === 'details') return failure(subject, 'detailsEmpty')
  if (kind === 'child list') return warning(subject, 'childrenEmpty')
  return name ? failure(subject, 'renamedTypeEmpty', { name }) : warning(subject, 'typeEmpty')
}

/**
 * Builds a summary such as "Ar 12 posts in 30 ms, En 12 posts in 28 ms; postImage, postDate (3 of 12), postSpecs (0 of
 * 12)".
 */
function summaryOf(subject: string, calls: ReadCall[]): Finding[] {
  const full = calls.find(({ result }) => result.items.length > 0)
  if (!full) return []
  const times = calls.map(
    ({ language, ms, result }) => `${language} ${counted(result.items.length, 'post')} in ${ms} ms`,
  )
  const total = full.result.items.length
  const fields = fieldUseOf(full.result).map(({ name, read }) =>
    read === total ? name : `${name} (${read} of ${total})`,
  )
  const text = `${times.sort().join(', ')}; ${fields.join(', ')}`
  return calls.every(({ ms }) => ms < limits.headers)
    ? [ok(subject, 'summary', { text })]
    : [warning(subject, 'slow', { text, limit: limits.headers / 1000 })]
}

/** Yields the problems of calls; one in both languages is reported once. */
function* problemsOf(subject: string, calls: Call[], country: string | undefined) {
  const languages = new Map<string, Set<ContentLanguage>>()
  const found = calls.flatMap((call) => {
    const problems = [...problemsIn(subject, call, country)]
    for (const { text } of problems) {
      languages.set(text, new Set(languages.get(text)).add(call.language))
    }
    return problems
  })
  for (const [text, named] of languages) {
    const level = found.find((finding) => finding.text === text)?.level ?? 'warning'
    yield { level, subject, text: `${[...named].sort().join(', ')}: ${text}` }
  }
}

function* problemsIn(
  subject: string,
  { result }: Call,
  country: string | undefined,
): Generator<Finding, void, undefined> {
  if (result instanceof ContentUnavailable) return yield failure(subject, ...adviceOf(result))
  const { items, isCut, droppedCount, problem = '' } = result
  if (droppedCount > 0) {
    const report = items.length === 0 ? failure : warning
    const count = `${droppedCount} of ${counted(items.length + droppedCount, 'post')}`
    yield report(subject, 'dropped', { count, problem: problem.replace('✖ ', '') })
  }
  if (isCut) yield warning(subject, 'cut')
  for (const { name, read, unreadable } of fieldUseOf(result)) {
    if (unreadable > 0) {
      const values = { count: counted(unreadable, 'post'), format: formats[name] ?? 'a text' }
      yield warning(subject, 'fieldUnreadable', { name, ...values })
    }
    if (name === 'postTitle' && read === 0) yield warning(subject, 'noTitles')
  }
  yield* unlinkedContactValues(subject, items, country)
}

/** Counts the posts in which the site parses a field, and those in which the API sends one that cannot be parsed. */
function fieldUseOf({ items, body, isCut, droppedCount }: ParsedResponse<unknown>) {
  const posts = items.filter(isObject)
  const json = parseJson(new TextDecoder().decode(body))
  // A truncated body is the site's own, and a list with dropped posts cannot be matched with the sent one.
  const sent = Array.isArray(json) && !isCut && droppedCount === 0 ? json.filter(isObject) : []
  return Object.keys(posts[0] ?? {})
    .filter((name) => !ownFields.includes(name))
    .map((name) => {
      const read = countWith(posts, name)
      return { name, read, unreadable: Math.max(0, countWith(sent, name) - read) }
    })
}

function countWith(posts: Record<string, unknown>[], name: string) {
  return posts.filter(({ [name]: value }) => {
    if (typeof value === 'string') return value.trim() !== ''
    return Array.isArray(value) ? value.length > 0 : value !== undefined && value !== null
  }).length
}

/**
 * Yields the contact values from which the site cannot make a link: the first of each field.
 * @param country of local WhatsApp numbers, if known
 */
export function* unlinkedContactValues(
  subject: string,
  posts: readonly unknown[],
  country: string | undefined,
) {
  const contacts = posts.filter(isContact)
  for (const name of contactFields) {
    const unlinked = contacts.filter((contact) => {
      const link = contactLinksOf(contact, country)[name]
      const isLink = Array.isArray(link) ? link.some(({ href }) => href !== undefined) : link
      return isReadable(contact[name]) && !isLink
    })
    const [first] = unlinked
    // A postal address is never a link.
    if (!first || name === 'adress1') continue
    const values = { value: first[name].trim(), format: formats[name] ?? '' }
    yield warning(subject, 'leadsNowhere', {
      name,
      count: counted(unlinked.length, 'post'),
      ...values,
    })
  }
}

function isContact(post: unknown): post is Contact {
  return isObject(post) && contactFields.every((name) => typeof post[name] === 'string')
}

/** Findings by the fault and status of an API's response. */
const answerFaults: [faultAndStatus: RegExp, text: Said[0]][] = [
  [/^status 5/, 'apiFails'],
  [/^status 3/, 'apiRedirects'],
  [/^status 40[45]/, 'apiNotThere'],
  [/^status 429/, 'apiLimits'],
  [/^status 40[13]/, 'apiForbids'],
  [/^status/, 'apiRefuses'],
  [/^size/, 'apiSendsTooMuch'],
  [/^costly/, 'apiCostly'],
  [/^shape/, 'apiSendsNoList'],
]

function adviceOf({ fault, status = 0, message, cause }: ContentUnavailable): Said {
  const found = answerFaults.find(([pattern]) => pattern.test(`${fault} ${status}`))
  return found && codeOf(cause) === ''
    ? [found[1], { message }]
    : adviceFor(cause, 'CONTENT_API_URL', fault)
}

async function checkFiles(
  { pictures, documents }: ReadApi,
  { imagesUrl, fileHeaders }: Config['content'],
  apiUrl: string,
) {
  const base = imageBaseOf(imagesUrl, apiUrl)
  const tried = [...pictures.slice(0, 1), ...documents].map(async (file, at) => {
    const [problem, { header, ms }] = await askForFile(base, file, fileHeaders)
    const [bytes = ''] = /\d+$/.exec(header('content-range') || header('content-length')) ?? []
    const size = bytes && `${Math.ceil(Number(bytes) / 1024)} KB `
    const [subject, place] = [at === 0 ? 'image' : 'file', `${shownAddress(base)}/${file}`]
    return problem === ''
      ? ok(subject, 'fileFound', { place, type: header('content-type'), size, ms })
      : failure(subject, 'fileFaulty', { place, problem })
  })
  return Promise.all(tried)
}
