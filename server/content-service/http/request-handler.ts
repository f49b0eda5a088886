import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { createAuthorityCheck, type AuthorityFault } from '../../http/validation/authority.ts'
import { createThrottledLog } from '../../throttled-log.ts'
import type { ContentStore } from '../content-store.ts'
import { findCookieToken, isGenuine, issueToken } from './anti-forgery.ts'
import { readForm } from './form.ts'
import type { Form } from './form.ts'
import { answerGetPost } from './get-post.ts'
import { imageResponse } from './images.ts'
import {
  answerCompanyProcessing,
  answerMainSystem,
  answerPostEmail,
  findLanguage,
} from './other-calls.ts'
import { RequestError } from './request-error.ts'

interface RequestHandlerOptions {
  /** Where the service answers. */
  url: string
  store: ContentStore
  /** Where the pictures and documents are, in images/ and files/. */
  sampleDir: string
  /** Takes a line for the operator. */
  say: (line: string) => void
}

/** A call by form; what it returns is JSON text. */
type FormCall = (store: ContentStore, form: Form) => string

const formCalls: ReadonlyMap<string, FormCall> = new Map([
  ['/get-post', answerGetPost],
  ['/main-system', answerMainSystem],
  ['/users/PostEmail', answerPostEmail],
  ['/company-processing', answerCompanyProcessing],
])
const languagesPath = '/languages/'
const imagesPath = '/images/post/'

/** Answers every request of the content API. Whatever fails is one JSON answer, never the service. */
export function createRequestHandler(options: RequestHandlerOptions): RequestListener {
  const authorityFault = createAuthorityCheck(options.url)
  const sayFull = createThrottledLog((_suppressed, reason: string) => options.say(reason))
  return (request, response) => {
    requireOwnHost(request, authorityFault)
      .then(() => answer(options, request, response))
      .catch((error: unknown) => {
        if (error instanceof RequestError && error.status === 507) sayFull(error.message)
        answerError(options, request, response, error)
      })
  }
}

/**
 * A page that an operator has open must not get here under a name of its own that leads to this
 * machine: of such a name the browser believes the page.
 */
async function requireOwnHost({ headers }: IncomingMessage, authorityFault: AuthorityFault) {
  const fault = authorityFault(headers.host ?? '')
  if (fault) throw new RequestError(fault, 'The host must be the service’s own, or loopback.')
}

async function answer(
  { store, sampleDir }: RequestHandlerOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  response.setHeader('X-Content-Type-Options', 'nosniff')
  if (findCookieToken(request) === undefined) response.setHeader('Set-Cookie', issueToken())

  const address = (request.url ?? '').split('?', 1).join('')
  const call = formCalls.get(address)
  if (call) {
    requireMethod(request, response, ['POST'])
    if (!isGenuine(request)) {
      response.setHeader('Set-Cookie', issueToken())
      throw new RequestError(403, 'The cookie XSRF-TOKEN and the header X-XSRF-TOKEN must agree.')
    }
    answerJson(request, response, 200, call(store, await readForm(request)))
  } else if (address.startsWith(languagesPath)) {
    requireMethod(request, response, ['GET', 'HEAD'])
    const language = findLanguage(decodeName(address, languagesPath))
    if (!language) throw new RequestError(404, 'There is no such language; there are Ar and En.')
    answerJson(request, response, 200, language)
  } else if (address.startsWith(imagesPath)) {
    requireMethod(request, response, ['GET', 'HEAD'])
    await imageResponse(sampleDir, decodeName(address, imagesPath), request, response)
  } else {
    throw new RequestError(404, `There is nothing at ${address.slice(0, 200)}.`)
  }
}

function requireMethod(request: IncomingMessage, response: ServerResponse, methods: string[]) {
  if (methods.includes(request.method ?? '')) return
  response.setHeader('Allow', methods.join(', '))
  throw new RequestError(405, `The method here is ${methods.join(' or ')}.`)
}

/** The last part of an address; a wrongly encoded one names nothing. */
function decodeName(address: string, prefix: string): string {
  try {
    return decodeURIComponent(address.slice(prefix.length))
  } catch {
    return ''
  }
}

function answerJson(
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

function answerError(
  { say }: RequestHandlerOptions,
  request: IncomingMessage,
  response: ServerResponse,
  error: unknown,
): void {
  // A caller that went away needs no answer, and one that has half an answer must notice.
  if (response.headersSent || request.socket.destroyed) {
    response.destroy()
    return
  }
  if (!(error instanceof RequestError)) {
    say(`The content service failed at ${request.method} ${request.url}: ${describe(error)}`)
    answerJson(request, response, 500, JSON.stringify({ error: 'The content service failed.' }))
    return
  }
  // The rest of a body that is too large will not be read.
  if (error.status === 413) response.setHeader('Connection', 'close')
  answerJson(request, response, error.status, JSON.stringify({ error: error.message }))
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
