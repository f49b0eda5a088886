import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'

/** A call that a faulty content API has read to its end, and has to do something about. */
export interface FaultyCall {
  /** Its Type field. */
  type: string
  /** Its PostId field: empty for a list. */
  postId: string
  response: ServerResponse
  /** What a good API answers to it: JSON. */
  askGood: () => Promise<string>
}

/** What the API does with a call instead of answering it well. */
export type Misbehaviour = (call: FaultyCall) => unknown

/** Stands in everything that only a faulty answer says, and that no visitor may ever read. */
export const secret = 'secret detail'

const json = { 'content-type': 'application/json' }
const item = `{"postID":"x","postTitle":"${secret} تيار"}`
const list = `[${item}]`

/** The faults that need no further word, by name. */
const namedFaults = {
  hangs: () => undefined,
  'headers, then nothing': ({ response }) => {
    response.writeHead(200, { ...json, 'content-length': '1000' }).flushHeaders()
  },
  drips: ({ response }) => {
    response.writeHead(200, json).write('[')
    const dripping = setInterval(() => response.write(' '), 200)
    response.once('close', () => clearInterval(dripping))
  },
  // Within the limits of a call at every moment, also on a busy machine, and 3 s in all.
  'slow but right': async ({ response, askGood }) => {
    const good = Buffer.from(await askGood())
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
  'half a body': ({ response }) => {
    response.writeHead(200, { ...json, 'content-length': '1000' })
    response.write(`[{"postID":"${secret}"`, () => response.socket?.end())
  },
  // What is missing is nothing that a reader of JSON would miss.
  'a whole list of half a body': ({ response }) => {
    response.writeHead(200, { ...json, 'content-length': '1000' })
    response.write(list, () => response.socket?.end())
  },
  'chunks without the last': ({ response }) => {
    response.writeHead(200, json).write(list, () => response.socket?.end())
  },
  'resets in mid-body': ({ response }) => {
    response.writeHead(200, json).write(list, () => response.socket?.resetAndDestroy())
  },
  'status 500': sendBody(500, `{"error":"${secret} of the API"}`),
  html: sendBody(200, `<h1>${secret}</h1>`, { 'content-type': 'text/html' }),
  'html 404': sendBody(404, `<h1>${secret}</h1>`, { 'content-type': 'text/html' }),
  'broken json': sendBody(200, `[{"postID":"${secret}`),
  '204': sendBody(204, ''),
  'nested 200,000 deep': ({ response }) => {
    const nested = '['.repeat(200_000) + ']'.repeat(200_000)
    response.writeHead(200, json).end(`[{"postID":"x","postTitle":"${secret}","more":${nested}}]`)
  },
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
  // 1 GB of spaces in a list of nothing: a file of gzip may be made of many.
  'a gzip bomb': ({ response }) => {
    const blanks = gzipSync(Buffer.alloc(1024 * 1024, ' '))
    const blankParts = Array.from({ length: 1024 }, () => blanks)
    response.writeHead(200, { ...json, 'content-encoding': 'gzip' })
    response.end(Buffer.concat([gzipSync('['), ...blankParts, gzipSync(']')]))
  },
  'redirects in a loop': ({ response }) => {
    response.writeHead(307, { location: '/get-post' }).end(secret)
  },
  'windows-1256': sendBody(200, inWindows1256(list)),
  'windows-1256, as it says': sendBody(200, inWindows1256(list), {
    'content-type': 'application/json; charset=windows-1256',
  }),
  'UTF-16': sendBody(200, Buffer.from(`\uFEFF${list}`, 'utf16le')),
  'UTF-16, as it says': sendBody(200, Buffer.from(list, 'utf16le'), {
    'content-type': 'application/json; charset=utf-16le',
  }),
  'a BOM': async ({ response, askGood }) => {
    response.writeHead(200, json).end(`\uFEFF${await askGood()}`)
  },
  'a head of 40 KB': sendRaw([
    'HTTP/1.1 200 OK',
    'Content-Type: application/json',
    `X-Much: ${'x'.repeat(40 * 1024)}`,
    `Content-Length: ${Buffer.byteLength(list)}`,
    '',
    list,
  ]),
  'two lengths': sendRaw([
    'HTTP/1.1 200 OK',
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(list)}`,
    'Content-Length: 5',
    '',
    list,
  ]),
  'a bad chunk': sendRaw([
    'HTTP/1.1 200 OK',
    'Content-Type: application/json',
    'Transfer-Encoding: chunked',
    '',
    'no number',
    list,
    '0',
    '',
    '',
  ]),
  'sets cookies': async ({ response, askGood }) => {
    const cookies = ['session=secret-of-the-api; Path=/', 'lang=En', 'XSRF-TOKEN=another']
    response.writeHead(200, { ...json, 'set-cookie': cookies }).end(await askGood())
  },
} satisfies Record<string, Misbehaviour>

/** What may be wrong with the answer to one call. */
export type ApiFault = keyof typeof namedFaults | Misbehaviour

export async function misbehave(fault: ApiFault, call: FaultyCall) {
  const misbehaviour: Misbehaviour = typeof fault === 'function' ? fault : namedFaults[fault]
  await misbehaviour(call)
}

/** Answers what it was told to, whatever was asked. */
export function sendBody(
  status: number,
  body: string | Buffer,
  headers: Record<string, string> = json,
): Misbehaviour {
  return ({ response }) => response.writeHead(status, headers).end(body)
}

/** Refuses with a wish of when to be asked again. */
export function refuseUntil(status: number, retryAfter: string): Misbehaviour {
  return sendBody(status, `{"error":"${secret}"}`, { ...json, 'retry-after': retryAfter })
}

export function redirectTo(location: string): Misbehaviour {
  return sendBody(307, secret, { location })
}

/** Writes lines on the bare socket, as no server of HTTP would, and closes it. */
function sendRaw(lines: string[]): Misbehaviour {
  return ({ response }) => response.socket?.end(lines.join('\r\n'))
}

function inWindows1256(text: string) {
  const decoder = new TextDecoder('windows-1256')
  const byteOf = new Map(
    Array.from({ length: 256 }, (_, byte) => [decoder.decode(Uint8Array.of(byte)), byte]),
  )
  return Buffer.from([...text].map((letter) => byteOf.get(letter) ?? 0x3f))
}
