import { z } from 'zod'
import type { Config } from '../config.ts'
import { createTokenPair, formOf, type GetPostFields } from '../content/api/api-client.ts'
import { firstPostOf } from '../content/content-calls.ts'
import { fieldsOf } from '../content/content.ts'
import { ContentUnavailable } from '../content/failures.ts'
import { id } from '../content/posts/post-fields.ts'
import { imageBaseOf } from '../files/pictures/original-fetcher.ts'
import type { OutgoingHeaders } from '../outgoing-headers.ts'
import { parseJson } from '@site/arabic-text/characters'
import { isObject, queryKindOf, readContent, type Call } from './content.ts'
import { exchange, tryFile, type Exchange } from './files.ts'
import { shownAddress, type Finding } from './report.ts'

const noPost = 'no-such-post'
const isoDate = z.iso
  .date()
  .or(z.iso.datetime({ offset: true, local: true }))
  .or(z.literal(''))
const dated = z.array(z.object({ postDate: isoDate.nullish() }))

/** Entities of entities or in a plain text, UTF-8 that was read as Latin-1, and escaped escapes. */
const twiceEncoded =
  /&amp;#?\w+;|Title":"[^"]*&(?:amp|[lg]t|quot|#\w+);|(?:[ØÙ][\x80-\xbf‘-›]){2}|\ufffd|\\\\u0[67]/

function postsIn(json: string) {
  const posts = parseJson(json)
  return Array.isArray(posts) ? posts.filter(isObject) : []
}

/** Returns the posts of a call as the API sent them; none for a failed call. */
function postsOf({ result }: Call) {
  return result instanceof ContentUnavailable ? [] : postsIn(new TextDecoder().decode(result.body))
}

const isDated = (call: Call) => dated.safeParse(postsOf(call)).success
const idsOf = (call: Call) => postsOf(call).map(({ postID }) => id.safeParse(postID).data)

function isFailed({ result }: Call, byLimit: boolean) {
  if (!(result instanceof ContentUnavailable)) return false
  return ['timeout', 'size', 'costly'].includes(result.fault) === byLimit
}

/** By rule: which calls it is about, what they must not be like, and how that is said. */
const callRules: Record<string, [kind: RegExp, isWrong: (call: Call) => boolean, problem: string]> =
  {
    answer: [/./, (call) => isFailed(call, false), 'not 200, application/json, UTF-8 and a list'],
    limits: [/./, (call) => isFailed(call, true), 'more than 2.5 s, 2 MiB or 8 MiB decoded'],
    details: [/details/, (call) => idsOf(call)[0] !== call.query.PostId, 'not the post of PostId'],
    ParentId: [/children/, hasOtherParent, 'no post, or posts of other parents'],
    ids: [/list|children/, hasFaultyIds, 'a postID is missing, twice in the list, or unfit'],
    texts: [/./, (call) => twiceEncoded.test(JSON.stringify(postsOf(call))), 'encoded twice'],
    dates: [/./, (call) => !isDated(call), 'a postDate is not ISO 8601'],
  }

function hasOtherParent(call: Call) {
  const { ParentId } = call.query
  const posts = postsOf(call)
  return (
    posts.length === 0 || posts.some(({ parentID = ParentId }) => String(parentID) !== ParentId)
  )
}

function hasFaultyIds(call: Call) {
  const ids = /Contact|Footer/.test(call.query.type) ? [] : idsOf(call)
  return ids.includes(undefined) || new Set(ids).size < ids.length
}

/** @throws Error caused by the exchange that shows the problem; without a cause a rule was not tried */
function require(isKept: boolean, problem: string, cause: Exchange) {
  if (!isKept) throw new Error(problem, { cause })
}

/** Tries the rules that docs/content-api.md explains. It only reads. */
export async function checkConformance(config: Config, apiUrl: string): Promise<Finding[]> {
  const { content } = config
  const tokens = createTokenPair()
  const { calls, findings, files } = await readContent(config, apiUrl)
  const { pictures, documents } = files
  const [picture = noPost] = pictures
  const list = calls.find((call) => queryKindOf(call.query) === 'list' && postsOf(call).length > 1)
  const some = firstPostOf(list?.query.type ?? 'ProductsCategory')

  async function post(changes: Partial<GetPostFields>, token: object = tokens.headers()) {
    const fields = { ...fieldsOf(content, 'Ar', some), ...changes }
    const form = formOf(fields)
    const headers = { ...content.headers, ...form.getHeaders(), ...token }
    const address = apiUrl + content.getPostPath
    const named = Object.entries(fields).map((field) => field.join('='))
    const shown = `POST ${shownAddress(address)} ${named.join(' ')}`
    const body = form.getBuffer()
    const made = await exchange(shown, address, { method: 'POST', headers, body })
    tokens.update(made.header('set-cookie').split(', '))
    return made
  }

  async function keep([kind, isWrong, problem]: (typeof callRules)[string]) {
    const tried = calls.filter(({ query }) => kind.test(queryKindOf(query)))
    const wrong = tried.find(isWrong)
    if (wrong) require(false, problem, await post(fieldsOf(content, wrong.language, wrong.query)))
    if (!tried.some((call) => postsOf(call).length > 0)) throw new Error('no post was read')
  }

  async function expectNone(changes: Partial<GetPostFields>) {
    const made = await post({ Pno: '-1', ...changes })
    require(made.status === 200 && made.text.trim() === '[]', 'not an empty list', made)
  }

  async function getFile(file: string, headers = {}) {
    const base = imageBaseOf(content.imagesUrl, apiUrl)
    return tryFile(base, file, { ...content.fileHeaders, ...headers })
  }

  async function expectFiles(files: string[]) {
    if (files.length === 0) throw new Error('no post names one')
    for (const file of files) {
      const [problem, made] = await getFile(file)
      require(problem === '', `${file} ${problem}`, made)
    }
  }

  // The first answer may bring the token that the API wants.
  await post({})
  const first = await post({})
  const rules: Record<string, () => Promise<string | void>> = {
    form: async () => require(first.status === 200, 'not taken', first),
    'anti-forgery': async () => require(![0, 401, 403].includes(first.status), 'refused', first),
    'other tokens (optional)': async () => {
      const [none, other] = [await post({}, {}), await post({}, { 'x-xsrf-token': 'other' })]
      return `without a token the status is ${none.status}, without its cookie ${other.status}`
    },
    ...Object.fromEntries(
      Object.entries(callRules).map(([name, rule]) => [name, () => keep(rule)]),
    ),
    'unknown post': () => expectNone({ check: 'getPostDetails', PostId: noPost, Pno: '1' }),
    'unknown parent': () => expectNone({ ParentId: noPost }),
    'unknown type': () => expectNone({ Type: noPost }),
    Pno: async () => {
      const all = postsIn((await post({ Pno: '-1' })).text)
      const one = postsIn(first.text)
      if (all.length === 0) throw new Error('no post was read')
      const isStart = one[0]?.['postID'] === all[0]?.['postID'] && one.length <= all.length
      require(isStart, '1 and -1 begin with different posts', first)
    },
    'Lang (optional)': async () => {
      const other = await post({ Lang: 'En' })
      require(other.text !== first.text, 'the same texts as in Ar', other)
    },
    pictures: () => expectFiles(pictures.slice(0, 5)),
    'conditional requests (optional)': async () => {
      const [, { header }] = await getFile(picture)
      const [tag, time] = [header('etag'), header('last-modified')]
      const known = tag ? { 'if-none-match': tag } : { 'if-modified-since': time }
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
  for (const [subject, rule] of Object.entries(rules)) {
    const finding = await rule().then(
      (note) => ({ level: 'passed', text: note ?? 'as it should be' }) as const,
      ({ message, cause }: Error) =>
        cause
          ? ({
              level: 'failed',
              text: message + describe(cause as Exchange, content.headers),
            } as const)
          : ({ level: 'not tried', text: message } as const),
    )
    findings.push({ subject, ...finding })
  }
  return findings
}

/** @param secrets headers, which an API may repeat */
function describe({ request, status, header, text }: Exchange, secrets: OutgoingHeaders) {
  const masked = Object.values(secrets).reduce((rest, value) => rest.replaceAll(value, '…'), text)
  return `. Request: ${request}. Answer: ${status} ${header('content-type')}: ${masked.slice(0, 200)}`
}
