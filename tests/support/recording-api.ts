import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { listenInTest } from './listen-in-test.ts'

/** A request as it arrived. */
export interface RecordedRequest {
  method: string
  /** Path and query, as they were sent. */
  path: string
  headers: IncomingHttpHeaders
  /** Names and values in turn, as they were sent. */
  rawHeaders: string[]
  body: Buffer
  /** Which connection it came on, counted from 1. */
  connection: number
}

/** What the server does with a request once it is recorded. */
export type Answer = (response: ServerResponse, request: RecordedRequest) => void

export interface RecordingApi {
  /** Base address, without a slash at its end. */
  url: string
  /** In the order in which they were read to their end. */
  requests: RecordedRequest[]
  /** How many connections were opened. */
  connections(): number
  /** Fulfils with the requests once that many are there. */
  arrived(count: number): Promise<RecordedRequest[]>
}

/**
 * A real HTTP server on a free loopback port, for the one test that starts it.
 * @param answers for the first request, the second, …; the last one also for all that follow
 */
export async function startRecordingApi(...answers: [Answer, ...Answer[]]): Promise<RecordingApi> {
  const requests: RecordedRequest[] = []
  const connections = new Map<Socket, number>()
  const waiting: { count: number; resolve: () => void }[] = []
  let arrived = 0

  const server = createServer((request, response) => {
    const answer = answers[Math.min(arrived, answers.length - 1)]
    arrived += 1
    buffer(request).then(
      (body) => {
        const { method = '', url = '', headers, rawHeaders, socket } = request
        const connection = connections.get(socket) ?? 0
        const recorded = { method, path: url, headers, rawHeaders, body, connection }
        requests.push(recorded)
        for (const { count, resolve } of waiting) if (requests.length >= count) resolve()
        answer?.(response, recorded)
      },
      // A caller that goes away in the middle of its request has made none.
      () => response.destroy(),
    )
  })
  server.on('connection', (socket) => connections.set(socket, connections.size + 1))
  const { url } = await listenInTest(server)

  return {
    url,
    requests,
    connections: () => connections.size,
    async arrived(count) {
      if (requests.length < count) {
        await new Promise<void>((resolve) => waiting.push({ count, resolve }))
      }
      return requests
    },
  }
}

/** The fields of a multipart request, in the order in which they were sent. */
export async function fieldsOf(request: RecordedRequest): Promise<[string, string][]> {
  const headers = { 'content-type': request.headers['content-type'] ?? '' }
  const form = await new Response(new Uint8Array(request.body), { headers }).formData()
  return [...form].map(([name, value]) => [name, typeof value === 'string' ? value : 'a file'])
}

export interface AnswerOptions {
  status?: number
  type?: string
  headers?: Record<string, string | string[]>
}

export function sendBytes(body: string | Uint8Array, options: AnswerOptions = {}): Answer {
  const { status = 200, type = 'application/json', headers = {} } = options
  return (response) => {
    response.writeHead(status, { 'content-type': type, ...headers }).end(body)
  }
}

export function sendJson(value: unknown, options?: AnswerOptions): Answer {
  return sendBytes(JSON.stringify(value), options)
}

/** Never answers. */
export const hang: Answer = () => undefined

/** Throws the connection away without a word. */
export const reset: Answer = (response) => {
  response.socket?.resetAndDestroy()
}

/** Sends the beginning of a body and then nothing more, the connection open. */
export function stall(beginning: string): Answer {
  return (response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': 100_000 })
    response.write(beginning)
  }
}

/** Announces a longer body than it sends, and closes the connection. */
export function sendHalf(beginning: string): Answer {
  return (response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': 100_000 })
    response.write(beginning, () => response.socket?.end())
  }
}

/** The same in chunks, the last of which never comes. */
export function sendHalfInChunks(beginning: string): Answer {
  return (response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.write(beginning, () => response.socket?.end())
  }
}

export function redirectTo(location: string, status = 302): Answer {
  return (response) => {
    response.writeHead(status, { location }).end()
  }
}
