import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { createAuthorityCheck, type AuthorityFault } from '../../http/validation/authority.ts'
import { createThrottledLog } from '../../throttled-log.ts'
import type { ContentStore } from '../content-store.ts'
import { findCookieToken, hasMatchingToken, issueToken } from './anti-forgery.ts'
import { readForm } from './form.ts'
import type { Form } from './form.ts'
import { handleGetPost } from './get-post.ts'
import { imageResponse } from './images.ts'
import {
  handleCompanyProcessing,
  handleMainSystem,
  handlePostEmail,
  findLanguage,
} from './other-calls.ts'
import { RequestError } from './request-error.ts'

interface RequestHandlerOptions {
  /** The service's own address. */
  url: string
  store: ContentStore
  /** The folder with images/ and files/. */
  sampleDir: string
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
  { store, sampleDir }: RequestHandlerOptions,
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
    await imageResponse(sampleDir, decodeName(path, imagesPath), request, response)
  } else {
    throw new RequestError(404, `Not found: ${path.slice(0, 200)}.`)
  }
}

function requireMethod(request: IncomingMessage, response: ServerResponse, methods: string[]) {
  if (methods.includes(request.method ?? '')) return
  response.setHeader('Allow', methods.join(', '))
  throw new RequestError(405, `The method here is ${methods.join(' or ')}.`)
}

/** The last path segment; '' if it is wrongly encoded. */
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
  // A disconnected client gets no response; a half-sent response is aborted, so that the client
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
