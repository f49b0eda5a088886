import { createServer } from 'node:http'
import { expect, test, vi } from 'vitest'
import {
  readResponse,
  type CachedResponse,
} from '../../../server/http/page-cache/cached-response.ts'
import { createRemixServer } from '../../../server/http/remix-request.ts'
import { log } from '@site/runtime/log'
import { listenInTest } from '../../support/listen-in-test.ts'
import { sendRequest } from '../../support/raw-request.ts'
import { pageAt, siteRequest } from '../../support/site-request.ts'

const siteUrl = 'https://tayyar.example'

const matchRoute = (path: string) =>
  pageAt(path, { kind: path === '/catalogue.json' ? 'stream' : 'page' })

/** A server that passes every request to Remix, and the requests that Remix received. */
async function start(
  respond: (request: Request) => Promise<Response>,
  fallback: CachedResponse | null = null,
) {
  const seen: Request[] = []
  const serve = createRemixServer({
    handle: (request) => {
      seen.push(request)
      return respond(request)
    },
    siteUrl: siteUrl,
    privatePageOf: () => fallback && 'routes/quote-list',
    fallbackFor: () => {
      if (!fallback) throw new Error('There is no fallback page')
      return fallback
    },
  })
  const server = createServer(
    (request, response) => void serve(siteRequest(request, response, { matchRoute })),
  )
  const { url } = await listenInTest(server)
  return { url, seen }
}

const allowed = {
  accept: 'text/html',
  'content-type': 'text/plain',
  dnt: '1',
  'if-none-match': '"x"',
  'sec-gpc': '1',
  'user-agent': 'a browser',
  'x-xsrf-token': 'token',
}

const dropped = [
  ...['Host: evil.example', 'X-Forwarded-Host: evil.example', 'X-Forwarded-Proto: http'],
  ...['X-Forwarded-For: 203.0.113.1', 'Forwarded: host=evil.example', 'X-Real-IP: 203.0.113.1'],
  ...['X-Original-URL: /blog', 'X-Rewrite-URL: /blog', 'X-HTTP-Method-Override: DELETE'],
  ...['X-Middleware-Subrequest: x', 'X-Remix-Response: yes', 'Authorization: Bearer x'],
  ...['Accept-Language: en', 'Origin: http://evil.example', 'Referer: http://evil.example/'],
]

test('V13: Remix receives the site’s own address and only the allowed headers', async () => {
  const { url, seen } = await start(() => Promise.resolve(new Response()))
  const headers = Object.entries(allowed).map(([name, value]) => `${name}: ${value}`)
  await sendRequest(url, 'GET /page-view?_data=x&lang=En', [...headers, ...dropped])
  const [first] = seen
  expect(first?.url).toBe(`${siteUrl}/page-view`)
  expect(Object.fromEntries(first?.headers ?? [])).toEqual(allowed)
})

test('V11: Remix receives only the known cookies', async () => {
  const { url, seen } = await start(() => Promise.resolve(new Response()))
  const crowd = Array.from({ length: 180 }, (_, at) => `c${at}=${at}`).join('; ')
  await sendRequest(url, 'GET /language', [`Cookie: ${crowd}; XSRF-TOKEN=x; a="; lang=En; ;;=`])
  await sendRequest(url, 'GET /language', [`Cookie: ${crowd}`])
  await sendRequest(url, 'GET /language', [`Cookie: ${crowd}; __Host-XSRF-TOKEN=y; __Host-a=z`])
  const ofEnquiries = 'quote=a:1; quote-undo=b:1; enquiry=K7M2-9XCA'
  await sendRequest(url, 'GET /language', [`Cookie: ${ofEnquiries}`])
  const cookies = seen.map(({ headers }) => headers.get('cookie'))
  expect(cookies).toEqual(['lang=En; XSRF-TOKEN=x', null, '__Host-XSRF-TOKEN=y', ofEnquiries])
})

test('V13: an error in Remix is a 503 without details, and logged', async () => {
  const logged = vi.spyOn(log, 'error').mockReturnValue()
  const { url } = await start(() => Promise.reject(new Error('a secret detail')))
  const { status, headers, text } = await sendRequest(url, 'GET /page-view')
  expect([status, headers['cache-control']]).toEqual([503, 'no-store'])
  expect(text).not.toContain('secret detail')
  expect(logged).toHaveBeenCalledOnce()
  logged.mockRestore()
})

test('a private page has its query, is compressed, and is replaced by the fallback page if it failed', async () => {
  const fallback = await readResponse(new Response('fallback', { status: 503 }))
  const page = `<p>${'word '.repeat(500)}</p>`
  const headers = new Headers({ 'content-type': 'text/html' })
  for (const cookie of ['quote=a:1', 'quote-undo=b:2']) headers.append('set-cookie', cookie)
  const responses = [new Response(page, { headers }), new Response(null, { status: 503 })]
  const { url, seen } = await start(
    () => Promise.resolve(responses.shift() ?? Response.error()),
    fallback,
  )
  const first = await sendRequest(url, 'GET /quote-list?items=a:1', ['Accept-Encoding: gzip'])
  expect(seen[0]?.url).toBe(`${siteUrl}/quote-list?items=a:1`)
  expect(first.headers).toMatchObject({
    'content-encoding': 'gzip',
    'cache-status': 'page; fwd=bypass',
    'set-cookie': 'quote=a:1, quote-undo=b:2',
  })
  const second = await sendRequest(url, 'GET /quote-list')
  expect([second.status, second.body.toString()]).toEqual([503, 'fallback'])
})

test('a script that posts to a private page and accepts JSON gets the data of its action', async () => {
  const fallback = await readResponse(new Response('fallback', { status: 503 }))
  const { url, seen } = await start(() => Promise.resolve(new Response('{}')), fallback)
  await sendRequest(url, 'POST /quote-list', ['Accept: application/json', 'Content-Length: 0'])
  await sendRequest(url, 'POST /quote-list?lang=En', ['Accept: */*', 'Content-Length: 0'])
  expect(seen.map((request) => request.url)).toEqual([
    `${siteUrl}/quote-list?_data=routes%2Fquote-list`,
    `${siteUrl}/quote-list?lang=En`,
  ])
})
