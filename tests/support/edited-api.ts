import { createServer, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { callIn, passOn, type ApiCall } from './api-call.ts'
import { listenOnLoopback } from './loopback.ts'

/** The JSON that a good answer is sent as, or null for a call that fails. */
export type Edit = (json: string, call: ApiCall) => string | null

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
    const body = await buffer(request)
    const call = callIn(body)
    const key = JSON.stringify(call)
    const good = known.get(key) ?? askUpstream(request, body)
    known.set(key, good)
    return edit(await good, call)
  }

  async function askUpstream(request: IncomingMessage, body: Buffer) {
    const answer = await passOn(upstream, request, body)
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
