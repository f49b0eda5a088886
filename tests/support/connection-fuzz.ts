import { connect, type Socket } from 'node:net'
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import * as fc from 'fast-check'
import { closed } from './closed.ts'

/** A request, and the responses it may get. */
interface KnownRequest {
  bytes: string
  statuses: readonly number[]
  /** Whether its response closes the connection; 'maybe' where that depends on when its body arrives. */
  isLast?: boolean | 'maybe'
  isHead?: boolean
  /** The path whose entity tag a 200 must carry; only for unconditional requests. */
  path?: string | undefined
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

const paths = ['/', '/News?lang=En', '/robots.txt', '/favicon.ico', '/assets/i18n/Ar.json']

function request(line: string, headers: readonly string[] = [], body = '') {
  return [`${line} HTTP/1.1`, 'Host: localhost', ...headers, '', body].join('\r\n')
}

function withBody(line: string, type: string, body: string, ...headers: string[]) {
  const fields = [`Content-Type: ${type}`, `Content-Length: ${body.length}`, ...headers]
  return request(line, fields, body)
}

function inChunks(line: string, type: string, chunk: string, trailer = '') {
  const fields = [`Content-Type: ${type}`, 'Transfer-Encoding: chunked']
  const body = `${chunk.length.toString(16)}\r\n${chunk}\r\n0\r\n${trailer}\r\n`
  return request(line, fields, body)
}

const json = 'application/json'
const form = 'application/x-www-form-urlencoded'

/** Requests after which the connection stays open. */
const valid: [bytes: string, ...statuses: number[]][] = [
  [request('GET /nothing/here'), 302],
  [request('GET /product-details/made-up'), 404, 429, 503],
  [request('GET /images/post/made-up.png?w=320'), 404, 429, 503],
  [request('GET /', ['If-None-Match: *']), 304],
  [request('GET /assets/i18n/Ar.json', ['Range: bytes=0-9']), 206],
  [request('OPTIONS /'), 204],
  [request('GET /%zz'), 400],
  [request('PUT /'), 405],
  [request('TRACE /'), 405],
  [withBody('POST /page-view', json, '{"path":"/","title":"x","lang":"Ar"}'), 403],
  [inChunks('POST /page-view', json, '{}', 'X-Trailer: 1\r\n'), 403],
  [withBody('POST /language', form, 'lang=En'), 303],
  [withBody('POST /language', form, 'lang=En', 'Expect: 100-continue'), 303],
  [request('GET /', ['Expect: nothing']), 417],
]

/** Requests that get an error, and close the connection unless their body arrives before. */
const refused: [bytes: string, status: number][] = [
  [withBody('POST /x', form, 'abcde'), 405],
  [withBody('POST /language', 'text/plain', 'lang=En'), 415],
  [withBody('POST /page-view', json, 'x'.repeat(9_000)), 413],
  [inChunks('POST /page-view', json, 'x'.repeat(9_000)), 413],
  [withBody('PUT /News', form, 'a'), 405],
  [withBody('POST /x', form, 'a', 'Sec-Fetch-Site: cross-site'), 403],
  [request('GET /').replace('\r\nHost: localhost', ''), 400],
]

const chunked = 'Transfer-Encoding: chunked'

/** Requests after which the connection is closed. */
const closing: [bytes: string, status: number, path?: string][] = [
  [withBody('GET /', form, request('GET /favicon.ico')), 200, '/'],
  [request('GET /', ['Connection: close']), 200, '/'],
  [request('GET /').replace('1.1', '1.0'), 200, '/'],
  [request('GET /', ['Connection: Upgrade', 'Upgrade: h2c']), 200, '/'],
  [request('GET /', ['Connection: Upgrade', 'Upgrade: websocket']), 200],
  [request('CONNECT example.com:443'), 405],
  ['GET / HTTP/1.1\nHost: localhost\n\n', 400],
  [request('GET /', ['Content-Length: 1', 'Content-Length: 2'], 'ab'), 400],
  [request('POST /language', ['Content-Length: 4', chunked], '0\r\n\r\n'), 400],
  [request('POST /language', [`Content-Type: ${form}`, chunked], 'zz\r\n'), 400],
  [request('GET /', [`X: ${'a'.repeat(17_000)}`]), 431],
  ['nothing that is HTTP\r\n\r\n', 400],
  [request('BREW /'), 405],
]

const validRequests: KnownRequest[] = [
  ...paths.map((path) => ({ bytes: request(`GET ${path}`), statuses: [200], path })),
  ...paths.map((path) => ({ bytes: request(`HEAD ${path}`), statuses: [200], isHead: true, path })),
  ...valid.map(([bytes, ...statuses]) => ({ bytes, statuses })),
]
const lastRequests: KnownRequest[] = [
  ...refused.map(([bytes, status]) => ({ bytes, statuses: [status], isLast: 'maybe' as const })),
  ...closing.map(([bytes, status, path]) => ({ bytes, statuses: [status], isLast: true, path })),
]
const closingRequest: KnownRequest = {
  ...{ bytes: request('GET /', ['Connection: close']), statuses: [200], path: '/', isLast: true },
}

const share = fc.double({ min: 0, max: 1, noNaN: true })

const requests = fc
  .array(
    fc.oneof(
      { weight: 8, arbitrary: fc.constantFrom(...validRequests) },
      { weight: 1, arbitrary: fc.constantFrom(...lastRequests) },
    ),
    { minLength: 1, maxLength: 24 },
  )
  // Many on one connection, so that there is much to read.
  .chain((some) => fc.constantFrom(some, some, some, Array.from({ length: 40 }, () => some).flat()))

const plan: fc.Arbitrary<Plan> = fc
  .record({
    requests,
    cuts: fc.array(share, { maxLength: 4 }),
    sent: fc.oneof(fc.constant(1), fc.constant(1), share),
    ending: fc.constantFrom(...endings),
  })
  .map((draft) =>
    readsToEnd(draft) ? { ...draft, requests: [...draft.requests, closingRequest] } : draft,
  )

/** Whether a client sends all its requests and waits for all responses. */
function readsToEnd({ ending, sent }: Pick<Plan, 'ending' | 'sent'>) {
  return ending === 'reads all' && sent === 1
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
      const found = compare(next, await execute(order.port, next), tags)
      report.connections += 1
      report.responses += found.responses
      if ('problem' in found) report.problems.push(found.problem)
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
async function execute(port: number, plan: Plan): Promise<string> {
  const { requests, cuts, sent, ending } = plan
  const bytes = Buffer.from(requests.map((known) => known.bytes).join(''), 'latin1')
  const length = Math.round(sent * bytes.length)
  const offsets = cuts.map((cut) => Math.round(cut * length)).sort((a, b) => a - b)
  const socket = connect(port, '127.0.0.1')
  const received: Buffer[] = []
  if (ending === 'reads nothing') socket.pause()
  else socket.on('data', (part: Buffer) => received.push(part))
  const end = closed(socket)
  await new Promise((resolve) => socket.once('connect', resolve).once('close', resolve))
  let from = 0
  for (const offset of [...offsets, length]) {
    socket.write(bytes.subarray(from, offset))
    from = offset
    await nextTurn()
  }
  const timeoutMs = readsToEnd(plan) ? wholeTimeoutMs : partialTimeoutMs
  await endAs(ending, socket, timeoutMs, requests.length % 2 === 0)
  await end
  return Buffer.concat(received).toString('latin1')
}

/** The idle timeout of a client that has not sent everything, or has half-closed, ms. */
const partialTimeoutMs = 200
/** The idle timeout of a client that expects all responses, ms. */
const wholeTimeoutMs = 20_000

async function endAs(ending: Plan['ending'], socket: Socket, timeoutMs: number, isSlow: boolean) {
  if (ending === 'half-closes') socket.end()
  if (ending === 'half-closes' || ending === 'reads all') {
    return void socket.setTimeout(timeoutMs, () => socket.destroy())
  }
  // Half of those that read nothing read a little of what waits in the server.
  if (ending === 'reads nothing') await (isSlow ? readSlowly(socket) : nextTurn())
  if (ending === 'leaves') socket.destroy()
  else socket.resetAndDestroy()
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
function compare(plan: Plan, text: string, tags: Map<string, string>) {
  const { requests, sent } = plan
  let rest = text
  let mayBeClosed = false
  for (const [responses, known] of requests.entries()) {
    const { bytes, statuses, path = '', isLast, isHead = false } = known
    const fail = (problem: string) => ({
      responses,
      problem: `${problem}: ${JSON.stringify(bytes.slice(0, 200))}`,
    })
    const response = readResponse(rest, isHead)
    if (!response) {
      const isShort = readsToEnd(plan) && !mayBeClosed
      return isShort ? fail(`${responses} of ${requests.length} responses`) : { responses }
    }
    rest = rest.slice(response.length)
    const { status, tag } = response
    const isCut = sent < 1 && [400, 408].includes(status)
    if (!statuses.includes(status) && !isCut)
      return fail(`expected ${statuses.join()}, got ${status}`)
    const expectedTag = tags.get(path) ?? tag
    if (status === 200 && tag !== expectedTag) return fail(`expected ${expectedTag}, got ${tag}`)
    if (isLast === true) {
      return rest === '' ? { responses: responses + 1 } : fail('more bytes after the last response')
    }
    mayBeClosed ||= isLast === 'maybe'
  }
  return { responses: requests.length }
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
