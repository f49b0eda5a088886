import { readBrand } from '../brand.ts'
import { contentTypeNames, type Config, type ContentType } from '../config.ts'
import { contentLanguages, type ContentLanguage } from '../content/content-calls.ts'
import { createContentSource } from '../content/content-source.ts'
import { codeOf } from '../content/api/api-client.ts'
import { ContentUnavailable } from '../content/failures.ts'
import type { Reading } from '../content/parse/parser.ts'
import { createBudget } from '../images/originals.ts'
import {
  createOriginalFetcher,
  imageBaseOf,
  maxOriginalBytes,
} from '../images/original-fetcher.ts'
import type { OutgoingHeaders } from '../outgoing-headers.ts'
import { unreadContactValues } from './contact-values.ts'
import { kindOf, makeContentCalls, type Call } from './content-calls.ts'
import {
  counted,
  failure,
  info,
  ok,
  shownAddress,
  warning,
  type Advice,
  type Finding,
} from './finding.ts'
import { adviceFor } from './network.ts'
import { fieldUseOf } from './post-fields.ts'

/** A call that takes longer is reported, ms: a page waits for several, and 4 s is the limit of each. */
const slowMs = 1_000

type ReadCall = Call & { result: Reading<unknown> }

/** Checks the content API by the site's own calls. Reads only. */
export async function checkContent(config: Config): Promise<Finding[]> {
  const { content } = config
  const { apiUrl } = content
  if (apiUrl === undefined) {
    const problem = 'Not set: the site shows the sample company of the embedded content service'
    return [
      warning('CONTENT_API_URL', { problem, action: 'set it to the base URL of your content API' }),
    ]
  }
  const source = createContentSource(content, async () => apiUrl)
  try {
    const calls = await makeContentCalls(source)
    const address = info('address', shownAddress(apiUrl + content.getPostPath))
    const failures = calls.flatMap(({ result }) =>
      result instanceof ContentUnavailable ? [result] : [],
    )
    if (failures[0] && failures.length === calls.length) {
      return [address, failure('every call', adviceOf(failures[0]))]
    }
    return [
      address,
      ...findingsOfCalls(calls, content.renamedTypes, countryOf(config)),
      tokenFinding(source.hasIssuedToken()),
      await checkImage(calls, imageBaseOf(content.imagesUrl, apiUrl), content.fileHeaders),
    ]
  } finally {
    await source.close()
  }
}

/** The country of local numbers, as the site knows it. An invalid brand is another finding. */
function countryOf({ brandDir }: Config) {
  try {
    return readBrand(brandDir ?? null).country
  } catch {
    return undefined
  }
}

function findingsOfCalls(
  calls: Call[],
  renamedTypes: Config['content']['renamedTypes'],
  country: string | undefined,
) {
  const lists = calls.filter(isRead).filter(({ query }) => kindOf(query) === 'list')
  if (lists.every(isWithoutPosts)) {
    const action = 'check CONTENT_FBRN_ID and CONTENT_GET_POST_PATH, and that the API has content'
    return [failure('every list', { problem: 'It is empty', action })]
  }
  return contentTypeNames.flatMap((type) =>
    (['list', 'children', 'details'] as const).flatMap((kind) => {
      const ofKind = calls.filter(({ query }) => query.type === type && kindOf(query) === kind)
      const name = renamedTypes[type]
      return ofKind.length === 0 ? [] : findingsOfKind(type, kind, ofKind, name, country)
    }),
  )
}

/** @param name the type's name on the wire, if it is another one */
function findingsOfKind(
  type: ContentType,
  kind: ReturnType<typeof kindOf>,
  calls: Call[],
  name: string | undefined,
  country: string | undefined,
): Finding[] {
  const subject = { list: type, children: `${type} of a parent`, details: `${type} details` }[kind]
  const read = calls.filter(isRead)
  const full = read.find(({ result }) => result.items.length > 0)
  const problems = problemFindings(subject, calls, country)
  if (full) return [ok(subject, `${timesOf(read)}${fieldsOf(full.result)}`), ...problems]
  const isEmpty = read.length === calls.length && read.every(isWithoutPosts)
  return isEmpty ? [emptyFinding(subject, type, kind, name)] : problems
}

function emptyFinding(
  subject: string,
  type: ContentType,
  kind: ReturnType<typeof kindOf>,
  name: string | undefined,
) {
  switch (kind) {
    case 'list': {
      const problem = 'Empty in both languages: its screens have nothing to show'
      const action = name
        ? `if it has posts, correct its name "${name}" in CONTENT_TYPES`
        : 'if it has posts, the API may know it by another name: set CONTENT_TYPES'
      return warning(subject, { problem, action })
    }
    case 'children':
      return info(subject, 'The first parents have none')
    case 'details': {
      const problem = 'None, though the list has this post'
      const action = 'let getPostDetails return the post whose postID is PostId'
      // The site then asks for the product under other types.
      const isElsewhere = type === 'SolProducts' || type === 'SolProductsBackground'
      return isElsewhere
        ? warning(subject, { problem, action })
        : failure(subject, { problem, action })
    }
  }
}

type Problem = Advice & { isError?: true }

/** The problems of calls, once where those of both languages have the same. */
function problemFindings(subject: string, calls: Call[], country: string | undefined): Finding[] {
  const problems = new Map<string, { problem: Problem; languages: Set<ContentLanguage> }>()
  for (const call of calls) {
    for (const problem of problemsOf(call, country)) {
      const key = JSON.stringify(problem)
      const known = problems.get(key) ?? { problem, languages: new Set() }
      known.languages.add(call.language)
      problems.set(key, known)
    }
  }
  return [...problems.values()].map(({ problem: { isError, problem, action }, languages }) => {
    const named = contentLanguages.filter((language) => languages.has(language)).join(', ')
    const advice = { problem: `${named}: ${problem}`, action }
    return isError ? failure(subject, advice) : warning(subject, advice)
  })
}

function problemsOf({ ms, result }: Call, country: string | undefined): Problem[] {
  if (result instanceof ContentUnavailable) return [{ ...adviceOf(result), isError: true }]
  const { items, isCut, droppedCount, problem = '' } = result
  const problems: Problem[] = []
  if (droppedCount > 0) {
    problems.push({
      problem: `${droppedCount} of ${counted(items.length + droppedCount, 'post')} dropped: ${problem.replace('✖ ', '')}`,
      action: 'correct these posts, or the names of the fields that the API sends',
      ...(items.length === 0 && { isError: true }),
    })
  }
  if (isCut) {
    problems.push({
      problem: 'More than pages can show, so the rest is left out',
      action: 'shorten texts or lists: docs/operations.md, "Limits"',
    })
  }
  if (ms > slowMs) {
    problems.push({
      problem: `Slow, ${ms} ms`,
      action: 'find out why the API is slow, or how far away it is',
    })
  }
  const fields = fieldUseOf(result)
  for (const { name, unreadable, format } of fields) {
    if (unreadable === 0) continue
    problems.push({
      problem: `${name} of ${counted(unreadable, 'post')} cannot be read`,
      action: `send ${format}`,
    })
  }
  for (const { name, value, count, format } of unreadContactValues(items, country)) {
    problems.push({
      problem: `${name} of ${counted(count, 'post')} leads nowhere: "${value}"`,
      action: `send ${format}`,
    })
  }
  if (fields.some(({ name, read }) => name === 'postTitle' && read === 0)) {
    problems.push({
      problem: 'No post has a postTitle',
      action: 'check the names of the fields that the API sends, and the texts in this language',
    })
  }
  return problems
}

/** Such as "Ar 12 posts in 30 ms, En 12 posts in 28 ms". */
function timesOf(calls: ReadCall[]) {
  return contentLanguages
    .flatMap((language) => {
      const own = calls.filter((call) => call.language === language)
      // Several parents may have been tried.
      const call = own.find(({ result }) => result.items.length > 0) ?? own.at(-1)
      return call ? `${language} ${counted(call.result.items.length, 'post')} in ${call.ms} ms` : []
    })
    .join(', ')
}

/** Such as "; postImage, postDate (3 of 12); no postSpecs". */
function fieldsOf(reading: Reading<unknown>) {
  const total = reading.items.length
  const fields = fieldUseOf(reading)
  const given = fields
    .filter(({ read }) => read > 0)
    .map(({ name, read }) => (read === total ? name : `${name} (${read} of ${total})`))
  const missing = fields.filter(({ read }) => read === 0).map(({ name }) => name)
  return [
    given.length > 0 ? `; ${given.join(', ')}` : '',
    missing.length > 0 ? `; no ${missing.join(', ')}` : '',
  ].join('')
}

function adviceOf({ fault, status = 0, message, cause }: ContentUnavailable): Advice {
  switch (fault) {
    case 'status':
      return { problem: message, action: actionForStatus(status) }
    case 'size':
      return { problem: 'The response is too large', action: 'send at most 2 MiB, 8 MiB decoded' }
    case 'costly':
      return { problem: message, action: 'send less in one response, and nest it less deeply' }
    case 'open':
    case 'busy':
    case 'limited':
      return { problem: message, action: 'run this again' }
    case 'shape':
      if (codeOf(cause) !== '') break
      return {
        problem: message,
        action:
          'let CONTENT_API_URL and CONTENT_GET_POST_PATH lead to the get-post call, which returns a JSON list in UTF-8 as application/json',
      }
  }
  return adviceFor(fault, codeOf(cause), 'CONTENT_API_URL')
}

function actionForStatus(status: number) {
  if (status >= 500) return 'read the log of the API'
  if (status >= 300 && status < 400) {
    return 'set CONTENT_API_URL to where it redirects to: redirects are not followed'
  }
  switch (status) {
    case 401:
    case 403:
      return 'let this machine call the API, with the anti-forgery token that the API issues or any; a key that it wants goes into CONTENT_API_HEADERS'
    case 404:
    case 405:
      return 'check CONTENT_API_URL and CONTENT_GET_POST_PATH'
    case 429:
      return 'let this machine make more calls'
    default:
      return 'check CONTENT_FBRN_ID and CONTENT_TYPES, and read the log of the API'
  }
}

function tokenFinding(isIssued: boolean) {
  return isIssued
    ? ok('anti-forgery', 'The API issues a token')
    : info('anti-forgery', 'The API issues no token, so the site sends one of its own')
}

async function checkImage(calls: Call[], base: string, headers: OutgoingHeaders): Promise<Finding> {
  const subject = 'image'
  const names = calls
    .filter(isRead)
    .flatMap(({ result }) => result.items)
    .flatMap((item) => imageIn(item))
  const [name] = names
  if (name === undefined) return info(subject, 'No post has one')
  const fetcher = createOriginalFetcher(async () => base, headers)
  const budget = createBudget(maxOriginalBytes, slowMs)
  const start = performance.now()
  const place = `${shownAddress(base)}/${name}`
  const action = 'check CONTENT_IMAGES_URL, and that it may be read without a login'
  try {
    const fetched = await budget.run((reservation) => fetcher.fetch(name, reservation))
    if (fetched === 'none') return failure(subject, { problem: `${place} is not there`, action })
    if (typeof fetched === 'string') {
      const problem = `${place} is not a PNG, JPEG, WebP, GIF or AVIF file`
      return failure(subject, { problem, action })
    }
    const { type, bytes } = fetched.file
    const ms = Math.round(performance.now() - start)
    return ok(subject, `${place}: ${type}, ${Math.ceil(bytes.length / 1024)} KB in ${ms} ms`)
  } catch (error) {
    const code = codeOf(error)
    const problem = `${place}: ${code === '' ? String(error) : code}`
    return failure(subject, { problem, action })
  } finally {
    await fetcher.close()
  }
}

function imageIn(item: unknown) {
  const image: unknown =
    typeof item === 'object' && item !== null && 'postImage' in item ? item.postImage : ''
  return typeof image === 'string' && image !== '' ? [image] : []
}

function isRead(call: Call): call is ReadCall {
  return !(call.result instanceof ContentUnavailable)
}

function isWithoutPosts({ result }: ReadCall) {
  return result.items.length === 0 && result.droppedCount === 0
}
