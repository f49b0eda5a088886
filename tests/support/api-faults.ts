import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'

/** A call that a faulty content API has received completely. */
export interface FaultyCall {
  /** Its Type field. */
  type: string
  /** Its PostId field: empty for a list. */
  postId: string
  response: ServerResponse
  /** Fetches the JSON of a good API's response. */
  fetchGood: () => Promise<string>
}

/** Handles a call badly. */
export type FaultHandler = (call: FaultyCall) => unknown

/** Part of every faulty response. No visitor may ever see it. */
export const secret = 'secret detail'

const json = { 'content-type': 'application/json' }
const item = `{"postID":"x","postTitle":"${secret} تيار"}`
const list = `[${item}]`

/** The faults without parameters, by name. */
const namedFaults = {
  hangs: () => undefined,
  // Takes 3 s in all, but stays within every timeout of a call, even on a busy machine.
  'slow but right': async ({ response, fetchGood }) => {
    const good = Buffer.from(await fetchGood())
    const third = Math.ceil(good.length / 3)
    await pause(1_200)
    response.writeHead(200, json).flushHeaders()
    for (let sent = 0; sent < good.length; sent += third) {
      await pause(600)
      response.write(good.subarray(sent, sent + third))
    }
    response.end()
  },
  resets: ({ response }) => response.socket?.resetAndDestroy(),
  // The JSON that arrives is complete.
  'a whole list of half a body': ({ response }) => {
    response.writeHead(200, { ...json, 'content-length': '1000' })
    response.write(list, () => response.socket?.end())
  },
  'status 500': sendBody(500, `{"error":"${secret} of the API"}`),
  html: sendBody(200, `<h1>${secret}</h1>`, { 'content-type': 'text/html' }),
  'html 404': sendBody(404, `<h1>${secret}</h1>`, { 'content-type': 'text/html' }),
  'broken json': sendBody(200, `[{"postID":"${secret}`),
  'sends 200 MB': async ({ response }) => {
    const part = Buffer.alloc(64 * 1024, 'x')
    function* parts() {
      yield '[{"postID":"x","postTitle":"'
      for (let sent = 0; sent < 200 * 1024 * 1024; sent += part.length) yield part
      yield '"}]'
    }
    response.writeHead(200, json)
    await pipeline(Readable.from(parts()), response)
  },
  // An empty list with 1 GB of spaces: a gzip file may be a concatenation of many.
  'a gzip bomb': ({ response }) => {
    const blanks = gzipSync(Buffer.alloc(1024 * 1024, ' '))
    const blankParts = Array.from({ length: 1024 }, () => blanks)
    response.writeHead(200, { ...json, 'content-encoding': 'gzip' })
    response.end(Buffer.concat([gzipSync('['), ...blankParts, gzipSync(']')]))
  },
  'windows-1256': sendBody(200, inWindows1256(list)),
  'a BOM': async ({ response, fetchGood }) => {
    response.writeHead(200, json).end(`\uFEFF${await fetchGood()}`)
  },
  'sets cookies': async ({ response, fetchGood }) => {
    const cookies = ['session=secret-of-the-api; Path=/', 'lang=En', 'XSRF-TOKEN=another']
    response.writeHead(200, { ...json, 'set-cookie': cookies }).end(await fetchGood())
  },
} satisfies Record<string, FaultHandler>

/** A fault of the response to one call. */
export type ApiFault = keyof typeof namedFaults | FaultHandler

export async function injectFault(fault: ApiFault, call: FaultyCall) {
  const handler: FaultHandler = typeof fault === 'function' ? fault : namedFaults[fault]
  await handler(call)
}

/** Sends the same response to every call. */
export function sendBody(
  status: number,
  body: string | Buffer,
  headers: Record<string, string> = json,
): FaultHandler {
  return ({ response }) => response.writeHead(status, headers).end(body)
}

/** Sends an error with a Retry-After header. */
export function refuseUntil(status: number, retryAfter: string): FaultHandler {
  return sendBody(status, `{"error":"${secret}"}`, { ...json, 'retry-after': retryAfter })
}

export function redirectTo(location: string): FaultHandler {
  return sendBody(307, secret, { location })
}

function inWindows1256(text: string) {
  const decoder = new TextDecoder('windows-1256')
  const byteOf = new Map(
    Array.from({ length: 256 }, (_, byte) => [decoder.decode(Uint8Array.of(byte)), byte]),
  )
  return Buffer.from([...text].map((letter) => byteOf.get(letter) ?? 0x3f))
}
