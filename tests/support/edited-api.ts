import { createServer, type IncomingMessage } from 'node:http'
import { listenOnLoopback } from './loopback.ts'

/** A call to the content API, as far as its answer depends on it. */
export interface Call {
  check: string
  type: string
  lang: string
  postId: string
  parentId: string
}

/** The JSON that a good answer is sent as, or null for a call that fails. */
export type Edit = (json: string, call: Call) => string | null

export interface EditedApi {
  url: string
  /** From now on. */
  edit(edit: Edit): void
  close(): Promise<void>
}

/**
 * A content API on loopback that answers what a good one does, as an edit has it: as raw text, so
 * that an answer may say what no value of JavaScript can. The good one is asked once for each call.
 * @param upstream the good one's base address
 */
export async function startEditedApi(upstream: string): Promise<EditedApi> {
  const known = new Map<string, Promise<string>>()
  let edit: Edit = (json) => json

  async function answer(request: IncomingMessage) {
    const body = await readBytes(request)
    const call = callOf(body)
    const key = JSON.stringify(call)
    const good = known.get(key) ?? askUpstream(request, body)
    known.set(key, good)
    return edit(await good, call)
  }

  async function askUpstream({ url = '', headers }: IncomingMessage, body: Buffer) {
    const answer = await fetch(upstream + url, {
      method: 'POST',
      headers: {
        'content-type': headers['content-type'] ?? '',
        cookie: headers.cookie ?? '',
        'x-xsrf-token': String(headers['x-xsrf-token'] ?? ''),
      },
      body: new Uint8Array(body),
    })
    if (!answer.ok) throw new Error(`The good one answered ${answer.status}`)
    return answer.text()
  }

  const server = createServer((request, response) => {
    answer(request).then(
      (json) => {
        response.writeHead(json === null ? 500 : 200, { 'content-type': 'application/json' })
        response.end(json)
      },
      () => response.destroy(),
    )
  })
  return {
    ...(await listenOnLoopback(server)),
    edit: (next) => {
      edit = next
    },
  }
}

async function readBytes(request: IncomingMessage) {
  const chunks: Buffer[] = []
  for await (const chunk of request) if (chunk instanceof Buffer) chunks.push(chunk)
  return Buffer.concat(chunks)
}

function callOf(body: Buffer): Call {
  const text = body.toString('utf8')
  const field = (name: string) =>
    new RegExp(`name="${name}"\\r\\n\\r\\n(.*)\\r\\n`).exec(text)?.[1] ?? ''
  return {
    check: field('check'),
    type: field('Type'),
    lang: field('Lang'),
    postId: field('PostId'),
    parentId: field('ParentId'),
  }
}
