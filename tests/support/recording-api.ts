import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { listenInTest } from './listen-in-test.ts'

export interface RecordedRequest {
  method: string
  /** Path and query as sent. */
  path: string
  headers: IncomingHttpHeaders
  /** Names and values in turn, as sent. */
  rawHeaders: string[]
  body: Buffer
  /** The number of its connection, from 1. */
  connection: number
}

/** Responds to a recorded request. */
export type Responder = (response: ServerResponse, request: RecordedRequest) => void

export interface RecordingApi {
  /** The base address, without a trailing slash. */
  url: string
  /** In the order in which they were completely received. */
  requests: RecordedRequest[]
  /** The number of connections opened. */
  connections(): number
  /** Resolves with the requests once there are that many. */
  arrived(count: number): Promise<RecordedRequest[]>
}

/**
 * An HTTP server on a free loopback port that records its requests, until the test ends.
 * @param responders for the first request, the second, …; the last one for all further ones
 */
export async function startRecordingApi(
  ...responders: [Responder, ...Responder[]]
): Promise<RecordingApi> {
  const requests: RecordedRequest[] = []
  const connections = new Map<Socket, number>()
  const waiting: { count: number; resolve: () => void }[] = []
  let arrived = 0

  const server = createServer((request, response) => {
    const respond = responders[Math.min(arrived, responders.length - 1)]
    arrived += 1
    buffer(request).then(
      (body) => {
        const { method = '', url = '', headers, rawHeaders, socket } = request
        const connection = connections.get(socket) ?? 0
        const recorded = { method, path: url, headers, rawHeaders, body, connection }
        requests.push(recorded)
        for (const { count, resolve } of waiting) if (requests.length >= count) resolve()
        respond?.(response, recorded)
      },
      // An aborted request is not recorded.
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

/** The fields of a multipart request, in order. */
export async function fieldsOf(request: RecordedRequest): Promise<[string, string][]> {
  const headers = { 'content-type': request.headers['content-type'] ?? '' }
  const form = await new Response(new Uint8Array(request.body), { headers }).formData()
  return [...form].map(([name, value]) => [name, typeof value === 'string' ? value : 'a file'])
}

export interface ResponseOptions {
  status?: number
  type?: string
  headers?: Record<string, string | string[]>
}

export function sendBytes(body: string | Uint8Array, options: ResponseOptions = {}): Responder {
  const { status = 200, type = 'application/json', headers = {} } = options
  return (response) => {
    response.writeHead(status, { 'content-type': type, ...headers }).end(body)
  }
}

export function sendJson(value: unknown, options?: ResponseOptions): Responder {
  return sendBytes(JSON.stringify(value), options)
}

/** Sends no response. */
export const hang: Responder = () => undefined

/** Resets the connection without a response. */
export const reset: Responder = (response) => {
  response.socket?.resetAndDestroy()
}

/** Sends the beginning of a body, then nothing more, and keeps the connection open. */
export function stall(beginning: string): Responder {
  return (response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': 100_000 })
    response.write(beginning)
  }
}

/** Sends less than its Content-Length, and closes the connection. */
export function sendHalf(beginning: string): Responder {
  return (response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': 100_000 })
    response.write(beginning, () => response.socket?.end())
  }
}

/** The same with chunked encoding, without the last chunk. */
export function sendHalfInChunks(beginning: string): Responder {
  return (response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.write(beginning, () => response.socket?.end())
  }
}

export function redirectTo(location: string, status = 302): Responder {
  return (response) => {
    response.writeHead(status, { location }).end()
  }
}
