import { RequestError } from '../wire.ts'
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { z } from 'zod'
import type { ContentStore, PostQuery } from './content-store.ts'
import { companyId, languages, singleBlockTypes, solutionProductTypes } from '../wire.ts'
import { parseFields, type Form, readForm } from './form.ts'
import { isMailAddress } from '@site/arabic-text/linked-text'
import { createAuthorityCheck, type AuthorityFault } from '@site/runtime/requests'
import { createThrottledLog } from '@site/runtime/log'
import { fileResponse } from './files.ts'

const cookieName = 'XSRF-TOKEN'
const headerName = 'x-xsrf-token'

/** Finds the token in the request's cookie; undefined if absent or empty. */
function findCookieToken(request: IncomingMessage): string | undefined {
  for (const pair of (request.headers.cookie ?? '').split(';')) {
    const [name, ...rest] = pair.trim().split('=')
    if (name === cookieName) return rest.join('=') || undefined
  }
  return undefined
}

/** Creates a Set-Cookie value with a new token, which the client returns as cookie and header. */
function issueToken(): string {
  return `${cookieName}=${randomBytes(24).toString('base64url')}; Path=/`
}

/** Whether cookie and header match, which proves that the sender can read the cookie. */
function hasMatchingToken(request: IncomingMessage): boolean {
  const cookie = findCookieToken(request)
  const header = request.headers[headerName]
  if (cookie === undefined || typeof header !== 'string') return false
  // timingSafeEqual needs equal lengths, which digests have.
  return timingSafeEqual(digest(cookie), digest(header))
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

const getPostForm = z.object({
  check: z.enum(['getPost', 'getPostDetails'], 'must be getPost or getPostDetails'),
  Lang: z.enum(languages, 'must be Ar or En'),
  PostId: z.string(),
  FbrnId: z.string(),
  Type: z.string(),
  ParentId: z.string(),
  PostName: z.string(),
  Pno: z
    .string()
    .regex(/^(-1|[1-9]\d{0,8})$/, 'must be -1 for all, or the number of a page from 1')
    .transform(Number),
})

/**
 * Handles the get-post call: lists, single blocks and details.
 * @returns a JSON array of posts, possibly empty
 * @throws RequestError 400 naming the missing or invalid field
 */
function handleGetPost(store: ContentStore, form: Form): string {
  const fields = parseFields(getPostForm, form)
  if (fields.check === 'getPostDetails' && fields.PostId === '') {
    throw new RequestError(400, 'The field PostId must name the post that getPostDetails is for.')
  }
  if (fields.FbrnId !== companyId && fields.FbrnId !== '') return '[]'

  const query: PostQuery = {
    type: solutionProductTypes.includes(fields.Type) ? 'SolProducts' : fields.Type,
    language: fields.Lang,
    parentId: fields.ParentId,
    postId: fields.PostId,
    title: fields.PostName,
    extent: toExtent(fields.Type, fields.Pno),
  }
  return fields.check === 'getPost' ? store.listItems(query) : store.listDetailItems(query)
}

function toExtent(type: string, pno: number): PostQuery['extent'] {
  if (pno === -1) return 'all'
  return pno === 1 && singleBlockTypes.has(type) ? 'first' : { page: pno }
}

const languageRecords = new Map([
  ['Ar', { langID: 'Ar', langName: 'العربية', langIsMain: true, dir: 'rtl' }],
  ['En', { langID: 'En', langName: 'English', langIsMain: false, dir: 'ltr' }],
])

/** The language returned by /languages/getLangIsMain. */
const mainLanguage = 'Ar'

const mainSystemForm = z.object({
  check: z.string().min(1, 'must name an operation'),
  Lang: z.enum(languages, 'must be Ar or En'),
  FbrnId: z.string(),
})

const emailForm = z.object({
  title: z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .max(300, 'must not be longer than 300 characters'),
  details: z.string().trim().min(1, 'must not be empty'),
  comEmail: z
    .string()
    .refine((text) => text === '' || isMailAddress(text), 'must be an e-mail address, or empty'),
  comEmailPass: z.string(),
  comEmailPort: z
    .string()
    .regex(/^\d{0,5}$/, 'must be a port number from 1 to 65535, or empty')
    .transform((port) => (port === '' ? undefined : Number(port)))
    .refine(
      (port) => port === undefined || (port >= 1 && port <= 65535),
      'must be a port number from 1 to 65535, or empty',
    ),
  isSend: z
    .enum(['true', 'false', '1', '0', ''], 'must be true or false')
    .transform((word) => word === 'true' || word === '1'),
})

/**
 * Handles the main-system call: returns a JSON array with the one company; empty for another
 * FbrnId.
 */
function handleMainSystem(store: ContentStore, form: Form): string {
  const fields = parseFields(mainSystemForm, form)
  if (fields.FbrnId !== companyId && fields.FbrnId !== '') return '[]'
  const systemName = store.findCompanyName(fields.Lang) ?? ''
  return JSON.stringify([
    { systemID: companyId, systemName, systemLang: fields.Lang, FbrnId: companyId },
  ])
}

/**
 * Handles the PostEmail call: stores the e-mail durably, without the password, and does not send
 * it.
 * @throws RequestError 400 naming the missing or invalid field, 507 when the store is full
 */
function handlePostEmail(store: ContentStore, form: Form): string {
  const { title, details, comEmail, comEmailPort, isSend } = parseFields(emailForm, form)
  const emailID = store.storeEmail({ title, details, comEmail, comEmailPort, isSend })
  if (emailID === null) throw storeFull('e-mails')
  return JSON.stringify({ isSent: false, isStored: true, emailID })
}

/**
 * Handles the company-processing call: stores the record durably, with any fields.
 * @throws RequestError 400 if it has no fields, 507 when the store is full
 */
function handleCompanyProcessing(store: ContentStore, form: Form): string {
  if (form.size === 0) throw new RequestError(400, 'The company record has no fields.')
  const companyID = store.storeCompany(form)
  if (companyID === null) throw storeFull('company records')
  return JSON.stringify({ companyID, isStored: true })
}

function storeFull(what: string) {
  return new RequestError(507, `The content service has no room for more ${what}: delete some.`)
}

/**
 * Finds a language by its ID, or the main one for "getLangIsMain".
 * @returns JSON
 */
function findLanguage(id: string): string | undefined {
  const record = languageRecords.get(id === 'getLangIsMain' ? mainLanguage : id)
  return record && JSON.stringify(record)
}

interface RequestHandlerOptions {
  /** Base address of the service. */
  url: string
  store: ContentStore
  /** The folder with images/ and files/. */
  contentDir: string
  /** Folders to which links in it may lead. */
  links: readonly string[]
  /** Receives a line for the operator. */
  report: (line: string) => void
}

/** Handles a form call and returns JSON. */
type FormCall = (store: ContentStore, form: Form) => string

const formCalls: ReadonlyMap<string, FormCall> = new Map([
  ['/get-post', handleGetPost],
  ['/main-system', handleMainSystem],
  ['/users/PostEmail', handlePostEmail],
  ['/company-processing', handleCompanyProcessing],
])
const languagesPath = '/languages/'
const imagesPath = '/images/post/'

/**
 * Handles all requests of the content API. Every failure becomes a JSON response and never stops
 * the service.
 */
export function createRequestHandler(options: RequestHandlerOptions): RequestListener {
  const authorityFault = createAuthorityCheck(options.url)
  const reportFull = createThrottledLog((_suppressed, reason: string) => options.report(reason))
  return (request, response) => {
    requireOwnHost(request, authorityFault)
      .then(() => handle(options, request, response))
      .catch((error: unknown) => {
        if (error instanceof RequestError && error.status === 507) reportFull(error.message)
        sendError(options, request, response, error)
      })
  }
}

/**
 * Prevents DNS rebinding: a page in an operator's browser must not gain access through its own host
 * name resolving to this machine.
 */
async function requireOwnHost({ headers }: IncomingMessage, authorityFault: AuthorityFault) {
  const fault = authorityFault(headers.host ?? '')
  if (fault) throw new RequestError(fault, 'The host must be the service’s own, or loopback.')
}

async function handle(
  { store, contentDir, links }: RequestHandlerOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  response.setHeader('X-Content-Type-Options', 'nosniff')
  if (findCookieToken(request) === undefined) response.setHeader('Set-Cookie', issueToken())

  const path = (request.url ?? '').split('?', 1).join('')
  const call = formCalls.get(path)
  if (call) {
    requireMethod(request, response, ['POST'])
    if (!hasMatchingToken(request)) {
      response.setHeader('Set-Cookie', issueToken())
      throw new RequestError(403, 'The cookie XSRF-TOKEN and the header X-XSRF-TOKEN must agree.')
    }
    sendJson(request, response, 200, call(store, await readForm(request)))
  } else if (path.startsWith(languagesPath)) {
    requireMethod(request, response, ['GET', 'HEAD'])
    const language = findLanguage(decodeName(path, languagesPath))
    if (!language) throw new RequestError(404, 'There is no such language; there are Ar and En.')
    sendJson(request, response, 200, language)
  } else if (path.startsWith(imagesPath)) {
    requireMethod(request, response, ['GET', 'HEAD'])
    await fileResponse(contentDir, links, path.slice(imagesPath.length), request, response)
  } else {
    throw new RequestError(404, `Not found: ${path.slice(0, 200)}.`)
  }
}

function requireMethod(request: IncomingMessage, response: ServerResponse, methods: string[]) {
  if (methods.includes(request.method ?? '')) return
  response.setHeader('Allow', methods.join(', '))
  throw new RequestError(405, `The method here is ${methods.join(' or ')}.`)
}

/** Decodes the last path segment; '' if it is malformed. */
function decodeName(path: string, prefix: string): string {
  try {
    return decodeURIComponent(path.slice(prefix.length))
  } catch {
    return ''
  }
}

function sendJson(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  json: string,
): void {
  response.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(json),
    'Cache-Control': 'no-store',
  })
  response.end(request.method === 'HEAD' ? undefined : json)
}

function sendError(
  { report }: RequestHandlerOptions,
  request: IncomingMessage,
  response: ServerResponse,
  error: unknown,
): void {
  // A disconnected client gets no response; a partial response is aborted, so that the client
  // notices.
  if (response.headersSent || request.socket.destroyed) {
    response.destroy()
    return
  }
  if (!(error instanceof RequestError)) {
    report(`The content service failed at ${request.method} ${request.url}: ${describe(error)}`)
    sendJson(request, response, 500, JSON.stringify({ error: 'The content service failed.' }))
    return
  }
  // The rest of an oversized body is not read.
  if (error.status === 413) response.setHeader('Connection', 'close')
  sendJson(request, response, error.status, JSON.stringify({ error: error.message }))
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
