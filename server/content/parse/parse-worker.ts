import { parentPort, workerData } from 'node:worker_threads'
import { ContentUnavailable } from '../failures.ts'
import { ownThreadFolder } from '@site/runtime/thread-calls'
import { progress, type ParserRequest, type ParserReply, type WorkerData } from './messages.ts'
import { readResponse, type ReadResponse } from './parse-response.ts'

/** The parser thread (parser.ts explains its purpose and limits). */

/** Max. size of one part: the main thread receives one in one turn of its event loop. */
const maxPart = { items: 250, characters: 250_000 }

const port = parentPort
const { shared, timeZone } = workerData as WorkerData
const counts = new Int32Array(shared)

/** Parts of the current response that are still to be sent. */
let parts: unknown[][] = []

port?.on('message', (request: ParserRequest) => {
  if (request === 'next part') return sendPart()
  const reply = read(request)
  Atomics.add(counts, progress.done, 1)
  if ('failed' in reply) return send(reply)
  parts = batchesOf(reply.items)
  const partCount = Math.max(parts.length, 1)
  const { facts } = reply
  const { body } = facts
  send({ facts, partCount, part: parts.shift() ?? [] }, ownsBuffer(body) ? [body.buffer] : [])
})
send({ ready: { threadFolder: ownThreadFolder() } })

function read({
  shape,
  language,
  isSingle,
  siteUrl,
  body,
}: Exclude<ParserRequest, string>): ReadResponse | Extract<ParserReply, { failed: unknown }> {
  try {
    return readResponse(shape, language, isSingle, body, timeZone, siteUrl)
  } catch (error) {
    if (!(error instanceof ContentUnavailable)) throw error
    return { failed: { fault: error.fault, message: error.message } }
  }
}

/** Sends the next part, once the main thread has received the last one and run its other events. */
function sendPart() {
  const part = parts.shift()
  if (part) send({ part })
}

function send(reply: ParserReply, transfer: ArrayBuffer[] = []) {
  port?.postMessage(reply, transfer)
}

function ownsBuffer(bytes: Uint8Array): bytes is Uint8Array<ArrayBuffer> {
  return bytes.buffer instanceof ArrayBuffer && bytes.byteLength === bytes.buffer.byteLength
}

function batchesOf(items: unknown[]) {
  const list: unknown[][] = []
  let part: unknown[] = []
  let characters = 0
  for (const item of items) {
    part.push(item)
    characters += jsonLength(item)
    if (part.length < maxPart.items && characters < maxPart.characters) continue
    list.push(part)
    part = []
    characters = 0
  }
  return part.length > 0 ? [...list, part] : list
}

/** Estimates the length of a value's JSON. */
function jsonLength(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return 8
  return Object.values(value).reduce<number>((sum, inner) => sum + 10 + jsonLength(inner), 0)
}
