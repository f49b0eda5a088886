import { connect, type Socket } from 'node:net'
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import * as fc from 'fast-check'

/** A request, and the responses it may get. */
interface KnownRequest {
  bytes: string
  statuses: readonly number[]
  /** Whether its response closes the connection; 'maybe' where that depends on when its body arrives. */
  isLast?: boolean | 'maybe'
  isHead?: boolean
  /** The path whose entity tag a 200 must carry; only for unconditional requests. */
  path?: string
}

/** How a client ends its connection. */
const endings = ['reads all', 'resets', 'half-closes', 'leaves', 'reads nothing'] as const

interface Plan {
  requests: KnownRequest[]
  /** Where the bytes are cut into packets, as shares of their length. */
  cuts: number[]
  /** The share of the bytes that is sent. */
  sent: number
  ending: (typeof endings)[number]
}

const host = 'Host: localhost'
const paths = ['/', '/News?lang=En', '/robots.txt', '/favicon.ico', '/assets/i18n/Ar.json']

function request(line: string, headers: readonly string[] = [], body = '') {
  return [`${line} HTTP/1.1`, host, ...headers, '', body].join('\r\n')
}

function withBody(line: string, type: string, body: string, headers: readonly string[] = []) {
  const fields = [`Content-Type: ${type}`, `Content-Length: ${body.length}`, ...headers]
  return request(line, fields, body)
}

function inChunks(line: string, type: string, chunks: readonly string[], trailer = '') {
  const pieces = chunks.map((chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`)
  const fields = [`Content-Type: ${type}`, 'Transfer-Encoding: chunked']
  return request(line, fields, `${pieces.join('')}0\r\n${trailer}\r\n`)
}

const json = 'application/json'
const form = 'application/x-www-form-urlencoded'
const pageView = '{"path":"/","title":"x","lang":"Ar"}'

/** Requests after which the connection stays open. */
const validRequests: KnownRequest[] = [
  ...paths.map((path) => ({ bytes: request(`GET ${path}`), statuses: [200], path })),
  ...paths.map((path) => ({ bytes: request(`HEAD ${path}`), statuses: [200], isHead: true, path })),
  { bytes: request('GET /nothing/here'), statuses: [302] },
  { bytes: request('GET /product-details/made-up'), statuses: [404, 429, 503] },
  { bytes: request('GET /images/post/made-up.png?w=320'), statuses: [404, 429, 503] },
  { bytes: request('GET /', ['If-None-Match: *']), statuses: [304] },
  { bytes: request('GET /assets/i18n/Ar.json', ['Range: bytes=0-9']), statuses: [206] },
  { bytes: request('OPTIONS /'), statuses: [204] },
  { bytes: request('GET /%zz'), statuses: [400] },
  { bytes: request('PUT /'), statuses: [405] },
  { bytes: request('TRACE /'), statuses: [405] },
  { bytes: withBody('POST /page-view', json, pageView), statuses: [403] },
  { bytes: inChunks('POST /page-view', json, [pageView]), statuses: [403] },
  { bytes: inChunks('POST /page-view', json, ['{', '}'], 'X-Trailer: 1\r\n'), statuses: [403] },
  { bytes: withBody('POST /language', form, 'lang=En'), statuses: [303] },
  { bytes: withBody('POST /language', form, 'lang=En', ['Expect: 100-continue']), statuses: [303] },
  { bytes: request('GET /', ['Expect: nothing']), statuses: [417] },
]

/** Requests that get an error, and close the connection unless their body arrives before. */
const refused: [bytes: string, status: number][] = [
  [withBody('POST /x', form, 'abcde'), 405],
  [withBody('POST /language', 'text/plain', 'lang=En'), 415],
  [withBody('POST /page-view', json, 'x'.repeat(9_000)), 413],
  [inChunks('POST /page-view', json, ['x'.repeat(9_000)]), 413],
  [withBody('PUT /News', form, 'a'), 405],
  [withBody('POST /x', form, 'a', ['Sec-Fetch-Site: cross-site']), 403],
]

const closing = (bytes: string, status: number): KnownRequest => ({ bytes, statuses: [status] })
const length4 = ['Content-Length: 4', 'Transfer-Encoding: chunked']
const badChunk = [`Content-Type: ${form}`, 'Transfer-Encoding: chunked']

/** Requests after which the connection is closed. */
const lastRequests: KnownRequest[] = [
  ...refused.map(([bytes, status]) => ({ ...closing(bytes, status), isLast: 'maybe' as const })),
  { ...closing(withBody('GET /', form, request('GET /favicon.ico')), 200), path: '/' },
  { ...closing(request('GET /', ['Connection: close']), 200), path: '/' },
  { ...closing(request('GET /').replace('1.1', '1.0'), 200), path: '/' },
  { ...closing(request('GET /', ['Connection: Upgrade', 'Upgrade: h2c']), 200), path: '/' },
  closing(request('GET /', ['Connection: Upgrade', 'Upgrade: websocket']), 200),
  closing(request('CONNECT example.com:443'), 405),
  closing('GET / HTTP/1.1\nHost: localhost\n\n', 400),
  closing(request('GET /', ['Content-Length: 1', 'Content-Length: 2'], 'ab'), 400),
  closing(request('POST /language', length4, '0\r\n\r\n'), 400),
  closing(request('POST /language', badChunk, 'zz\r\n'), 400),
  closing(request('GET /', [`X: ${'a'.repeat(17_000)}`]), 431),
  closing('nothing that is HTTP\r\n\r\n', 400),
  closing(request('BREW /'), 405),
  { ...closing(request('GET /').replace('\r\nHost: localhost', ''), 400), isLast: 'maybe' },
]

const closingRequest: KnownRequest = {
  bytes: request('GET /', ['Connection: close']),
  statuses: [200],
  path: '/',
  isLast: true,
}

const share = fc.double({ min: 0, max: 1, noNaN: true })

const plan: fc.Arbitrary<Plan> = fc
  .record({
    requests: fc
      .array(
        fc.oneof(
          { weight: 8, arbitrary: fc.constantFrom(...validRequests) },
          {
            weight: 1,
            arbitrary: fc
              .constantFrom(...lastRequests)
              .map((known): KnownRequest => ({ isLast: true, ...known })),
          },
        ),
        { minLength: 1, maxLength: 24 },
      )
      .chain((requests) => fc.constantFrom(1, 1, 1, 40).map((times) => repeat(requests, times))),
    cuts: fc.array(share, { maxLength: 4 }),
    sent: fc.oneof(fc.constant(1), fc.constant(1), share),
    ending: fc.constantFrom(...endings),
  })
  .map((draft): Plan =>
    readsToEnd(draft.ending, draft.sent)
      ? { ...draft, requests: [...draft.requests, closingRequest] }
      : draft,
  )

/** Whether a client sends all its requests and waits for all responses. */
function readsToEnd(ending: Plan['ending'], sent: number) {
  return ending === 'reads all' && sent === 1
}

/** Repeats the requests on one connection, so that there is much to read. */
function repeat(requests: KnownRequest[], times: number) {
  return times === 1 ? requests : Array.from({ length: times }, () => requests).flat()
}

/** How many connections are open at once. */
const concurrency = 50

/**
 * Opens connections that pipeline valid and broken requests, cut anywhere, and end in any way.
 * @param seed the same seed generates the same connections
 * @returns problems: each describes a request and the response it got
 */
export async function fuzzConnections(order: { port: number; seed: number; connections: number }) {
  const tags = await readTags(order.port)
  const report = { connections: 0, responses: 0, problems: [] as string[] }
  const plans = fc.sample(plan, { seed: order.seed, numRuns: order.connections })
  async function work() {
    for (let next = plans.pop(); next; next = plans.pop()) {
      const { responses, problem } = compare(next, await execute(order.port, next), tags)
      report.connections += 1
      report.responses += responses
      if (problem) report.problems.push(problem)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, work))
  return report
}

/** The entity tags of the uncompressed responses. */
async function readTags(port: number) {
  const tags = new Map<string, string>()
  for (const path of paths) {
    const response = await fetch(`http://localhost:${port}${path}`, {
      headers: { 'accept-encoding': 'identity' },
    })
    await response.arrayBuffer()
    tags.set(path, response.headers.get('etag') ?? '')
  }
  return tags
}

/** Executes a plan. @returns all received bytes in Latin-1 */
async function execute(port: number, { requests, cuts, sent, ending }: Plan): Promise<string> {
  const bytes = Buffer.from(requests.map((known) => known.bytes).join(''), 'latin1')
  const end = Math.round(sent * bytes.length)
  const offsets = cuts.map((cut) => Math.round(cut * end)).sort((a, b) => a - b)
  const socket = connect(port, '127.0.0.1')
  const received: Buffer[] = []
  if (ending === 'reads nothing') socket.pause()
  else socket.on('data', (part: Buffer) => received.push(part))
  const closed = new Promise<void>((resolve) => {
    socket.on('error', () => undefined)
    socket.once('close', () => resolve())
  })
  await new Promise((resolve) => socket.once('connect', resolve).once('close', resolve))
  let from = 0
  for (const offset of [...offsets, end]) {
    socket.write(bytes.subarray(from, offset))
    from = offset
    await nextTurn()
  }
  const timeoutMs = readsToEnd(ending, sent) ? wholeTimeoutMs : partialTimeoutMs
  await endAs(ending, socket, timeoutMs, requests.length % 2 === 0)
  await closed
  return Buffer.concat(received).toString('latin1')
}

/** The idle timeout of a client that has not sent everything, or has half-closed, ms. */
const partialTimeoutMs = 200
/** The idle timeout of a client that expects all responses, ms. */
const wholeTimeoutMs = 20_000

async function endAs(ending: Plan['ending'], socket: Socket, timeoutMs: number, isSlow: boolean) {
  switch (ending) {
    case 'resets':
      return void socket.resetAndDestroy()
    case 'leaves':
      return void socket.destroy()
    case 'half-closes':
      socket.end()
      socket.setTimeout(timeoutMs, () => socket.destroy())
      return
    case 'reads nothing':
      // Half of them read a little of what waits in the server.
      if (isSlow) await readSlowly(socket)
      else await nextTurn()
      return void socket.resetAndDestroy()
    case 'reads all':
      socket.setTimeout(timeoutMs, () => socket.destroy())
  }
}

/** Reads a few bytes every some milliseconds for a moment, while the rest waits in the server. */
async function readSlowly(socket: Socket) {
  const endsAt = performance.now() + partialTimeoutMs
  while (performance.now() < endsAt && !socket.destroyed) {
    socket.read(64)
    await pause(5)
  }
}

/** Checks that the received text is the responses to the requests, in order, and nothing more. */
function compare({ requests, sent, ending }: Plan, text: string, tags: Map<string, string>) {
  let rest = text
  let responses = 0
  for (const known of requests) {
    if (rest === '') break
    const response = readResponse(rest, known.isHead === true)
    if (!response) break
    rest = rest.slice(response.length)
    responses += 1
    const { status, tag } = response
    const isCut = sent < 1 && [400, 408].includes(status)
    const hasStatus = known.statuses.includes(status) || isCut
    const expectedTag = known.path === undefined ? undefined : tags.get(known.path)
    const hasTag = status !== 200 || expectedTag === undefined || tag === expectedTag
    if (!hasStatus || !hasTag) {
      const expected = `${known.statuses.join()} ${expectedTag}`
      return {
        responses,
        problem: describe(`expected ${expected}, got ${status} ${tag}`, known),
      }
    }
    if (known.isLast === true) {
      return {
        responses,
        problem: rest === '' ? null : describe('more bytes after the last response', known),
      }
    }
  }
  const isClosed = requests.slice(0, responses).some(({ isLast }) => isLast)
  const isShort = readsToEnd(ending, sent) && !isClosed && responses < requests.length
  const unanswered = requests[responses]
  const problem =
    isShort && unanswered
      ? describe(`${responses} of ${requests.length} responses`, unanswered)
      : null
  return { responses, problem }
}

function describe(problem: string, { bytes }: KnownRequest) {
  return `${problem}: ${JSON.stringify(bytes.slice(0, 200))}`
}

/** @returns null for an incomplete response */
function readResponse(text: string, isHead: boolean) {
  const interim = /^HTTP\/1\.1 1\d\d [^\r]*\r\n(?:[^\r]+\r\n)*\r\n/.exec(text)?.[0] ?? ''
  const end = text.indexOf('\r\n\r\n', interim.length)
  if (end < 0) return null
  const head = text.slice(interim.length, end)
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(head)?.[1] ?? 0)
  const tag = /\r\netag: ([^\r]*)/i.exec(head)?.[1] ?? ''
  const start = end + 4
  if (isHead || status === 204 || status === 304) return { status, tag, length: start }
  const bodyLength = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
  const length = bodyLength === undefined ? endOfChunks(text, start) : start + Number(bodyLength)
  return length === null || length > text.length ? null : { status, tag, length }
}

function endOfChunks(text: string, start: number) {
  let at = start
  for (;;) {
    const line = text.indexOf('\r\n', at)
    if (line < 0) return null
    const size = Number.parseInt(text.slice(at, line), 16)
    if (!(size >= 0)) return text.length
    at = line + 2 + size + 2
    if (size === 0) return at
  }
}
