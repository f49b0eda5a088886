import { cleanText, parseJson } from '@site/arabic-text/characters'
import { z } from 'zod'
import { rootParent, type GetPostFields } from './wire.ts'

/** A call that a site makes, and what came of it. */
export interface MadeCall {
  /** Its type by the name in the documentation; an API may know it by another one. */
  type: string
  fields: GetPostFields
  /** The posts as the API sent them; empty for a failed call. */
  posts: readonly Record<string, unknown>[]
  /** The rule that a failed call breaks. */
  broken?: 'answer' | 'limits'
}

/** A request, without its headers, which may be secret, and what came back; status 0 without an answer. */
export interface Exchange {
  request: string
  status: number
  /** Returns the value of a header; empty without it. */
  header: (name: string) => string
  text: string
}

/** A content API, by what its caller has read of it and can ask of it. */
interface TestedApi {
  /** At least one: lists, posts of parents, details. */
  calls: readonly MadeCall[]
  /** Names of pictures and documents in its posts, for each kind of document one. */
  pictures: readonly string[]
  documents: readonly string[]
  /** Makes a get-post call, with the token pair that the API has issued or, if `token` is given, those headers. */
  post: (fields: GetPostFields, token?: Record<string, string>) => Promise<Exchange>
  /** Requests the first kilobyte of a file. @returns what is wrong with it, empty if nothing is, and the exchange */
  getFile: (name: string, headers?: Record<string, string>) => Promise<readonly [string, Exchange]>
  /** Headers of the calls, which an API may repeat: they are masked. */
  secrets: readonly string[]
}

/** The result of trying a rule. The name of an optional rule says so; no API has to keep it. */
export interface Outcome {
  level: 'passed' | 'failed' | 'not tried'
  subject: string
  text: string
}

const noPost = 'no-such-post'
const isoDate = z.iso
  .date()
  .or(z.iso.datetime({ offset: true, local: true }))
  .or(z.literal(''))
const dated = z.array(z.object({ postDate: isoDate.nullish() }))

/** An id that fits into addresses. */
const id = z
  .string()
  .trim()
  .min(1)
  .max(300)
  .refine((text) => text === cleanText(text))
  .or(z.int().transform(String))

/** Entities of entities or in a plain text, UTF-8 that was read as Latin-1, and escaped escapes. */
const twiceEncoded =
  /&amp;#?\w+;|Title":"[^"]*&(?:amp|[lg]t|quot|#\w+);|(?:[ØÙ][\x80-\xbf‘-›]){2}|\ufffd|\\\\u0[67]/

function postsIn(json: string) {
  const posts = parseJson(json)
  return Array.isArray(posts) ? posts.filter(isObject) : []
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

/** Whether a call requests all posts of a type, those of a parent, or one whole post. */
function kindOf({ check, ParentId }: GetPostFields) {
  if (check === 'getPostDetails') return 'details'
  return ParentId === rootParent ? 'list' : 'children'
}

const isDated = ({ posts }: MadeCall) => dated.safeParse(posts).success
const idsOf = ({ posts }: MadeCall) => posts.map(({ postID }) => id.safeParse(postID).data)

/** By rule: which calls it is about, what they must not be like, and how that is said. */
const callRules: Record<
  string,
  [kind: RegExp, isWrong: (call: MadeCall) => boolean, problem: string]
> = {
  answer: [/./, ({ broken }) => broken === 'answer', 'not 200, application/json, UTF-8 and a list'],
  limits: [/./, ({ broken }) => broken === 'limits', 'more than 2.5 s, 2 MiB or 8 MiB decoded'],
  details: [/details/, (call) => idsOf(call)[0] !== call.fields.PostId, 'not the post of PostId'],
  ParentId: [/children/, hasOtherParent, 'no post, or posts of other parents'],
  ids: [/list|children/, hasFaultyIds, 'a postID is missing, twice in the list, or unfit'],
  texts: [/./, ({ posts }) => twiceEncoded.test(JSON.stringify(posts)), 'encoded twice'],
  dates: [/./, (call) => !isDated(call), 'a postDate is not ISO 8601'],
}

function hasOtherParent({ fields: { ParentId }, posts }: MadeCall) {
  return (
    posts.length === 0 || posts.some(({ parentID = ParentId }) => String(parentID) !== ParentId)
  )
}

function hasFaultyIds(call: MadeCall) {
  const ids = /Contact|Footer/.test(call.type) ? [] : idsOf(call)
  return ids.includes(undefined) || new Set(ids).size < ids.length
}

/** @throws Error caused by the exchange that shows the problem; without a cause a rule was not tried */
function require(isKept: boolean, problem: string, cause: Exchange) {
  if (!isKept) throw new Error(problem, { cause })
}

type Rules = Record<string, () => Promise<string | void>>

/** Tries the rules that docs/content-api.md explains, one after the other. It only reads. */
export async function checkConformance(api: TestedApi): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  const rules = { ...(await rulesOfPosts(api)), ...rulesOfFiles(api) }
  for (const [subject, rule] of Object.entries(rules)) {
    outcomes.push({ subject, ...(await outcomeOf(rule, api.secrets)) })
  }
  return outcomes
}

async function outcomeOf(
  rule: Rules[string],
  secrets: readonly string[],
): Promise<Omit<Outcome, 'subject'>> {
  try {
    return { level: 'passed', text: (await rule()) ?? 'as it should be' }
  } catch (error) {
    if (!(error instanceof Error)) throw error
    // Only `require` gives causes.
    const cause = error.cause as Exchange | undefined
    if (!cause) return { level: 'not tried', text: error.message }
    return { level: 'failed', text: error.message + describe(cause, secrets) }
  }
}

async function rulesOfPosts({ calls, post }: TestedApi): Promise<Rules> {
  const list = calls.find(({ fields, posts }) => kindOf(fields) === 'list' && posts.length > 1)
  const own = (list ?? calls[0])?.fields
  if (!own) throw new Error('No call was made')
  const some: GetPostFields = {
    ...own,
    ...{ check: 'getPost', Lang: 'Ar', PostId: '', ParentId: rootParent, Pno: '1' },
  }
  async function keep([kind, isWrong, problem]: (typeof callRules)[string]) {
    const tried = calls.filter(({ fields }) => kind.test(kindOf(fields)))
    const wrong = tried.find(isWrong)
    if (wrong) require(false, problem, await post(wrong.fields))
    if (!tried.some(({ posts }) => posts.length > 0)) throw new Error('no post was read')
  }
  async function expectNone(changes: Partial<GetPostFields>) {
    const made = await post({ ...some, Pno: '-1', ...changes })
    require(made.status === 200 && made.text.trim() === '[]', 'not an empty list', made)
  }
  // The first answer may bring the token that the API wants.
  await post(some)
  const first = await post(some)
  return {
    form: async () => require(first.status === 200, 'not taken', first),
    'anti-forgery': async () => require(![0, 401, 403].includes(first.status), 'refused', first),
    'other tokens (optional)': async () => {
      const [none, other] = [await post(some, {}), await post(some, { 'x-xsrf-token': 'other' })]
      return `without a token the status is ${none.status}, without its cookie ${other.status}`
    },
    ...Object.fromEntries(
      Object.entries(callRules).map(([name, rule]) => [name, () => keep(rule)]),
    ),
    'unknown post': () => expectNone({ check: 'getPostDetails', PostId: noPost, Pno: '1' }),
    'unknown parent': () => expectNone({ ParentId: noPost }),
    'unknown type': () => expectNone({ Type: noPost }),
    Pno: async () => {
      const all = postsIn((await post({ ...some, Pno: '-1' })).text)
      const one = postsIn(first.text)
      if (all.length === 0) throw new Error('no post was read')
      const isStart = one[0]?.['postID'] === all[0]?.['postID'] && one.length <= all.length
      require(isStart, '1 and -1 begin with different posts', first)
    },
    'Lang (optional)': async () => {
      const other = await post({ ...some, Lang: 'En' })
      require(other.text !== first.text, 'the same texts as in Ar', other)
    },
  }
}

function rulesOfFiles({ pictures, documents, getFile }: TestedApi): Rules {
  const [picture = noPost] = pictures
  async function expectFiles(files: readonly string[]) {
    if (files.length === 0) throw new Error('no post names one')
    for (const file of files) {
      const [problem, made] = await getFile(file)
      require(problem === '', `${file} ${problem}`, made)
    }
  }
  return {
    pictures: () => expectFiles(pictures.slice(0, 5)),
    'conditional requests (optional)': async () => {
      const [, { header }] = await getFile(picture)
      const [tag, time] = [header('etag'), header('last-modified')]
      const known: Record<string, string> = tag
        ? { 'if-none-match': tag }
        : { 'if-modified-since': time }
      const [, made] = await getFile(picture, known)
      require(made.status === 304, 'not answered with 304', made)
    },
    'ranges (optional)': async () => {
      const [, made] = await getFile(documents[0] ?? picture)
      require(made.status === 206, 'not answered with 206', made)
    },
    files: () => expectFiles(documents),
    'missing file': async () => {
      const [problem, made] = await getFile(`${noPost}.pdf`)
      require(problem === 'is not there', 'not answered with 404', made)
    },
    PostEmail: async () => Promise.reject(new Error('it would send an e-mail')),
  }
}

function describe({ request, status, header, text }: Exchange, secrets: readonly string[]) {
  const masked = secrets.reduce((rest, value) => rest.replaceAll(value, '…'), text)
  return `. Request: ${request}. Answer: ${status} ${header('content-type')}: ${masked.slice(0, 200)}`
}
