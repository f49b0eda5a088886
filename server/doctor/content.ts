import PQueue from 'p-queue'
import { z } from 'zod'
import { readBrand } from '../brand.ts'
import { contentTypeNames, type Config } from '../config.ts'
import { formatProblem } from '@site/content-folder/folder-files'
import { readFolder } from '@site/content-folder/folder-reader'
import { codeOf } from '../content/api/api-client.ts'
import { createContentCalls, firstPostOf, type ContentQuery } from '../content/content-calls.ts'
import {
  contentLanguages,
  rootParent,
  type ContentLanguage,
  contentTypes,
} from '../content/content-types.ts'
import { contactFields, type Contact } from '../content/posts/post-fields.ts'
import { createSiteContent, type SiteContent } from '../content/content.ts'
import { ContentUnavailable, type Fault } from '../content/failures.ts'
import { limits } from '../content/limits.ts'
import type { ShapeName } from '../content/posts/post.ts'
import type { ParsedResponse } from '../content/parse/parser.ts'
import { imageBaseOf } from '../files/pictures/original-fetcher.ts'
import { contactLinksOf } from '@site/arabic-text/linked-text'
import { parseJson, isReadable } from '@site/arabic-text/characters'
import { tryFile } from './files.ts'
import {
  adviceFor,
  counted,
  failure,
  info,
  ok,
  shownAddress,
  warning,
  type Advice,
  type Finding,
} from './report.ts'

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

/** Checks the content API with the site's own calls. It only reads. */
export async function checkContent(config: Config): Promise<Finding[]> {
  const { apiUrl, dir, links, isNamed } = config.content
  if (apiUrl !== undefined) return (await readContent(config, apiUrl)).findings
  if (!isNamed || dir === null) {
    const problem =
      'Neither CONTENT_API_URL nor CONTENT_DIR is set: the site shows the sample company'
    return [failure('content', problem, 'set one of them: docs/content.md, docs/content-api.md')]
  }
  const folder = await readFolder(dir, links).catch((error: unknown) => String(error))
  if (typeof folder === 'string') {
    const action = `let user ${process.getuid?.() ?? ''} read all of it: chmod -R a+rX ${dir}`
    return [failure('CONTENT_DIR', `It cannot be read: ${folder}`, action)]
  }
  const { content, problems } = folder
  const types = content.categories.flatMap((category) => category.types)
  const products = types.reduce((sum, type) => sum + type.products.length, 0)
  const action = 'correct it: until then the last good content of the file stays'
  return [
    ok('CONTENT_DIR', `${dir}, with ${counted(products, 'product')}`),
    ...problems.map((problem) => warning(problem.file, formatProblem(problem), action)),
  ]
}

/** Makes the calls, and returns them with what they show. */
export async function readContent(config: Config, apiUrl: string) {
  const { content } = config
  const source = createSiteContent(content, async () => apiUrl)
  try {
    const calls = await makeContentCalls(source)
    const address = info('address', shownAddress(apiUrl + content.getPostPath))
    const [first] = calls
    if (first?.result instanceof ContentUnavailable && !calls.some(isRead)) {
      const findings = [address, failure('every call', ...adviceOf(first.result))]
      return { calls, findings, files: { pictures: [], documents: [] } }
    }
    const files = await findFiles(calls, source)
    const findings = [
      address,
      ...findingsOfCalls(calls, content.renamedTypes, countryOf(config)),
      source.hasIssuedToken()
        ? ok('anti-forgery', 'The API issues a token')
        : info('anti-forgery', 'The API issues no token, so the site sends one of its own'),
      ...(await checkFiles(files, content, apiUrl)),
    ]
    return { calls, findings, files }
  } finally {
    await source.close()
  }
}

/** The ID in planned calls; replaced by the ID of the first post of the type, or of that post's parent. */
const placeholder = 'first'

const identity = z.object({ postID: z.string(), parentID: z.string() })

/** Lists the adapter's calls, each once, without making them. */
async function planCalls() {
  const planned = new Map<string, { query: ContentQuery; shape: ShapeName }>()
  function plan({ isLookUp: _, ...query }: ContentQuery, shape: ShapeName) {
    planned.set(JSON.stringify([query, shape]), { query, shape })
  }
  const calls: ((id: string) => Promise<unknown>)[] = Object.values(
    createContentCalls(async (query, shape) => {
      plan(query, shape)
      // The adapter has no list of some types, from which an ID could be taken.
      const { type } = query
      if (queryKindOf(query) !== 'list' && !contentTypes[type]?.list)
        plan(firstPostOf(type), 'card')
      // Any post ends the search for one in further types.
      return [{}] as never[]
    }),
  )
  await Promise.all(calls.map((call) => call(placeholder)))
  return [...planned.values()]
}

/** Makes every call of the adapter's table, in both languages. If the first two fail, no others are made. */
async function makeContentCalls(source: Pick<SiteContent, 'inspect'>): Promise<Call[]> {
  const made: Call[] = []

  async function make(language: ContentLanguage, query: ContentQuery, shape: ShapeName) {
    const start = performance.now()
    const reading: Promise<Call['result']> = source.inspect(language, query, shape)
    const result = await reading.catch((error: unknown) => {
      if (error instanceof ContentUnavailable) return error
      throw error
    })
    made.push({ query, language, ms: Math.round(performance.now() - start), result })
  }

  /** Makes a call for the first post of a type, or its parent. */
  async function lookUp(language: ContentLanguage, query: ContentQuery, shape: ShapeName) {
    const lists = made.filter(
      (call) => call.language === language && queryKindOf(call.query) === 'list',
    )
    const list = lists.filter(isRead).find((call) => call.query.type === query.type)
    const { postID, parentID } = identity.safeParse(list?.result.items[0]).data ?? {}
    const [name, id] = query.PostId === placeholder ? ['PostId', postID] : ['ParentId', parentID]
    if (id) await make(language, { ...query, [name]: id }, shape)
  }

  const planned = await planCalls()
  const jobsOf = (areLists: boolean) =>
    contentLanguages.flatMap((language) =>
      planned
        .filter(({ query }) => (queryKindOf(query) === 'list') === areLists)
        .map(
          ({ query, shape }) =>
            () =>
              (areLists ? make : lookUp)(language, query, shape),
        ),
    )
  const lists = jobsOf(true)
  for (let tries = 0; tries < 2 && !made.some(isRead); tries += 1) await lists.shift()?.()
  if (!made.some(isRead)) return made
  const queue = new PQueue({ concurrency: concurrentCalls })
  await queue.addAll(lists)
  await queue.addAll(jobsOf(false))
  return made
}

/** Whether a call requests all posts of a type, those of a parent, or one whole post. */
function queryKindOf({ check, ParentId }: ContentQuery) {
  if (check === 'getPostDetails') return 'details'
  return ParentId === rootParent ? 'list' : 'children'
}

/** Returns the country of local numbers, as the site knows it. An invalid brand is reported separately. */
function countryOf({ brandDir, content }: Config) {
  try {
    return readBrand(brandDir ?? null, [brandDir ?? '', ...content.links]).country
  } catch {
    return undefined
  }
}

function findingsOfCalls(
  calls: Call[],
  renamedTypes: Config['content']['renamedTypes'],
  country: string | undefined,
): Finding[] {
  const lists = calls.filter(isRead).filter(({ query }) => queryKindOf(query) === 'list')
  if (lists.every(isWithoutPosts)) {
    const action = 'check CONTENT_FBRN_ID and CONTENT_GET_POST_PATH, and that the API has content'
    return [failure('every list', 'It is empty', action)]
  }
  const subjects = { list: '', children: ' of a parent', details: ' details' }
  return contentTypeNames.flatMap((type) =>
    (['list', 'children', 'details'] as const).flatMap((kind) => {
      const ofKind = calls.filter(({ query }) => query.type === type && queryKindOf(query) === kind)
      const subject = type + subjects[kind]
      return ofKind.length === 0
        ? []
        : findingsOfKind(subject, kind, ofKind, renamedTypes[type], country)
    }),
  )
}

/** @param name the type's name on the wire, if different */
function findingsOfKind(
  subject: string,
  kind: ReturnType<typeof queryKindOf>,
  calls: Call[],
  name: string | undefined,
  country: string | undefined,
): Finding[] {
  const read = calls.filter(isRead)
  if (read.length === calls.length && read.every(isWithoutPosts)) {
    return [emptyFinding(subject, kind, name)]
  }
  const problems = new Map<string, { finding: Finding; languages: ContentLanguage[] }>()
  for (const call of calls) {
    for (const finding of problemsOf(subject, call, country)) {
      const known = problems.get(finding.text) ?? { finding, languages: [] }
      problems.set(finding.text, { ...known, languages: [...known.languages, call.language] })
    }
  }
  return [
    ...summaryOf(subject, read),
    // A problem in both languages is reported once.
    ...[...problems.values()].map(({ finding, languages }) => ({
      ...finding,
      text: `${[...new Set(languages)].sort().join(', ')}: ${finding.text}`,
    })),
  ]
}

function emptyFinding(
  subject: string,
  kind: ReturnType<typeof queryKindOf>,
  name: string | undefined,
) {
  if (kind === 'list') {
    const action = name
      ? `if it has posts, correct its name "${name}" in CONTENT_TYPES`
      : 'if it has posts, the API may know it by another name: set CONTENT_TYPES'
    // A type that was renamed is one that the API is said to have.
    const report = name ? failure : warning
    return report(subject, 'Empty in both languages: its screens have nothing to show', action)
  }
  return kind === 'children'
    ? warning(
        subject,
        'None, though a post has this parentID',
        'let getPost return the posts of ParentId',
      )
    : failure(
        subject,
        'None, though the list has this post',
        'let getPostDetails return the post whose postID is PostId',
      )
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
  if (calls.every(({ ms }) => ms < limits.headers)) return [ok(subject, text)]
  const problem = `Slow: ${text}. Who asks first gets an error page after ${limits.headers / 1000} s`
  return [warning(subject, problem, 'speed the API up, or put a cache in front of it')]
}

function problemsOf(subject: string, { result }: Call, country: string | undefined): Finding[] {
  if (result instanceof ContentUnavailable) return [failure(subject, ...adviceOf(result))]
  const { items, isCut, droppedCount, problem = '' } = result
  const findings: Finding[] = []
  if (droppedCount > 0) {
    const report = items.length === 0 ? failure : warning
    const count = `${droppedCount} of ${counted(items.length + droppedCount, 'post')}`
    const action = 'correct these posts, or the names of the fields that the API sends'
    findings.push(report(subject, `${count} dropped: ${problem.replace('✖ ', '')}`, action))
  }
  if (isCut) {
    const action = 'shorten texts or lists: docs/limits.md'
    findings.push(warning(subject, 'More than pages can show, so the rest is left out', action))
  }
  for (const { name, read, unreadable } of fieldUseOf(result)) {
    if (unreadable > 0) {
      const action = `send ${formats[name] ?? 'a text'}`
      const count = counted(unreadable, 'post')
      findings.push(warning(subject, `${name} of ${count} cannot be read`, action))
    }
    if (name === 'postTitle' && read === 0) {
      const action =
        'check the names of the fields that the API sends, and the texts in this language'
      findings.push(warning(subject, 'No post has a postTitle', action))
    }
  }
  const unlinked = unlinkedContactValues(items, country)
  return [...findings, ...unlinked.map((advice) => warning(subject, ...advice))]
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

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

/**
 * Returns the contact values from which the site cannot make a link: the first of each field.
 * @param country of local WhatsApp numbers, if known
 */
export function unlinkedContactValues(
  posts: readonly unknown[],
  country: string | undefined,
): Advice[] {
  const contacts = posts.filter(isContact)
  return contactFields.flatMap((name) => {
    const unlinked = contacts.filter((contact) => {
      const link = contactLinksOf(contact, country)[name]
      const isLink = Array.isArray(link) ? link.some(({ href }) => href !== undefined) : link
      return isReadable(contact[name]) && !isLink
    })
    const [first] = unlinked
    // A postal address is never a link.
    if (!first || name === 'adress1') return []
    const count = counted(unlinked.length, 'post')
    const problem = `${name} of ${count} leads nowhere: "${first[name].trim()}"`
    return [[problem, `send ${formats[name]}`] as const]
  })
}

function isContact(post: unknown): post is Contact {
  return isObject(post) && contactFields.every((name) => typeof post[name] === 'string')
}

const actionsForFaults: Partial<Record<Fault, string>> = {
  size: 'send at most 2 MiB, 8 MiB decoded',
  costly: 'send less in one response, and nest it less deeply',
  shape:
    'let CONTENT_API_URL and CONTENT_GET_POST_PATH lead to the get-post call, which returns a JSON list in UTF-8 as application/json',
}

const actionsForStatus: [status: RegExp, action: string][] = [
  [/^5/, 'read the log of the API'],
  [/^3/, 'set CONTENT_API_URL to where it redirects to: redirects are not followed'],
  [/^40[45]/, 'check CONTENT_API_URL and CONTENT_GET_POST_PATH'],
  [/^429/, 'let this machine make more calls'],
  [
    /^40[13]/,
    'let this machine call the API, with the anti-forgery token that the API issues or any; a key that it wants goes into CONTENT_API_HEADERS, user and password into CONTENT_API_URL',
  ],
]

function adviceOf({ fault, status = 0, message, cause }: ContentUnavailable): Advice {
  const code = codeOf(cause)
  const action =
    fault === 'status'
      ? (actionsForStatus.find(([pattern]) => pattern.test(String(status)))?.[1] ??
        'check CONTENT_FBRN_ID and CONTENT_TYPES, and read the log of the API')
      : actionsForFaults[fault]
  return action && code === '' ? [message, action] : adviceFor(fault, code, 'CONTENT_API_URL')
}

const namedFiles = z.object({
  postImage: z.string().default(''),
  postFiles: z.array(z.object({ fileName: z.string() })).default([]),
})

/** Finds pictures and, of the documents of each kind, one, by extension. It reads some more products for them. */
async function findFiles(calls: readonly Call[], source: Pick<SiteContent, 'inspect'>) {
  const read = calls.filter(isRead)
  const lists = read.filter(({ query }) => query.type === 'Products' && query.check === 'getPost')
  const ids = lists.flatMap(({ result }) => result.items.map((item) => identity.parse(item).postID))
  const query = { ...firstPostOf('Products'), check: 'getPostDetails' } as const
  const products = await new PQueue({ concurrency: concurrentCalls }).addAll(
    [...new Set(ids)]
      .slice(0, productsWithFiles)
      .map(
        (PostId) => () => source.inspect('Ar', { ...query, PostId }, 'product').catch(() => null),
      ),
  )
  const items = [...read.map(({ result }) => result), ...products].flatMap(
    (each) => each?.items ?? [],
  )
  const posts = items.flatMap((item) => namedFiles.safeParse(item).data ?? [])
  const names = posts.flatMap(({ postFiles }) => postFiles.map(({ fileName }) => fileName))
  const kinds = new Map(names.map((name) => [/\.\w+$/.exec(name)?.[0]?.toLowerCase(), name]))
  const pictures = posts.flatMap(({ postImage }) => postImage || [])
  return { pictures, documents: [...kinds.values()] }
}

async function checkFiles(
  { pictures, documents }: Awaited<ReturnType<typeof findFiles>>,
  { imagesUrl, fileHeaders }: Config['content'],
  apiUrl: string,
) {
  const base = imageBaseOf(imagesUrl, apiUrl)
  if (pictures.length === 0) return [info('image', 'No post has one')]
  const action = 'check CONTENT_IMAGES_URL, and that it may be read without a login'
  const tried = [...pictures.slice(0, 1), ...documents].map(async (file, at) => {
    const [problem, { header, ms }] = await tryFile(base, file, fileHeaders)
    const [bytes = ''] = /\d+$/.exec(header('content-range') || header('content-length')) ?? []
    const size = bytes && `${Math.ceil(Number(bytes) / 1024)} KB `
    const [subject, place] = [at === 0 ? 'image' : 'file', `${shownAddress(base)}/${file}`]
    return problem === ''
      ? ok(subject, `${place}: ${header('content-type')}, ${size}in ${ms} ms`)
      : failure(subject, `${place} ${problem}`, action)
  })
  return Promise.all(tried)
}

function isRead(call: Call): call is ReadCall {
  return !(call.result instanceof ContentUnavailable)
}

function isWithoutPosts({ result }: ReadCall) {
  return result.items.length === 0 && result.droppedCount === 0
}
