import { parentPort, workerData } from 'node:worker_threads'
import { ContentUnavailable } from '../failures.ts'
import { progress, type Order, type Reply } from './messages.ts'
import { readResponse, type ReadResponse } from './read-response.ts'
import { ownThreadFolder } from './thread-time.ts'

/** The thread in which answers of the content API are read (reader.ts says why and how long). */

/** Of one part of the items: what the other thread takes in one turn of its event loop. */
const mostOfPart = { items: 250, letters: 250_000 }

const port = parentPort
const counts = new Int32Array(workerData as SharedArrayBuffer)

/** The items of the present answer that are still to be sent. */
let parts: unknown[][] = []

port?.on('message', (order: Order) => {
  if (order === 'go on') return sendPart()
  const reply = read(order)
  Atomics.add(counts, progress.done, 1)
  if ('failed' in reply) return send(reply)
  parts = partsOf(reply.items)
  const partCount = Math.max(parts.length, 1)
  const { facts } = reply
  const { body } = facts
  send({ facts, partCount, part: parts.shift() ?? [] }, isWhole(body) ? [body.buffer] : [])
})
send({ ready: { threadFolder: ownThreadFolder() } })

function read({
  shape,
  language,
  isSingle,
  body,
}: Exclude<Order, string>): ReadResponse | Extract<Reply, { failed: unknown }> {
  try {
    return readResponse(shape, language, isSingle, body)
  } catch (error) {
    if (!(error instanceof ContentUnavailable)) throw error
    return { failed: { fault: error.fault, message: error.message } }
  }
}

/** The rest follows when the other thread has taken this one, and done whatever else it has to do. */
function sendPart() {
  const part = parts.shift()
  if (part) send({ part })
}

function send(reply: Reply, handedOver: ArrayBuffer[] = []) {
  port?.postMessage(reply, handedOver)
}

function isWhole(bytes: Uint8Array): bytes is Uint8Array<ArrayBuffer> {
  return bytes.buffer instanceof ArrayBuffer && bytes.byteLength === bytes.buffer.byteLength
}

function partsOf(items: unknown[]) {
  const list: unknown[][] = []
  let part: unknown[] = []
  let letters = 0
  for (const item of items) {
    part.push(item)
    letters += lettersIn(item)
    if (part.length < mostOfPart.items && letters < mostOfPart.letters) continue
    list.push(part)
    part = []
    letters = 0
  }
  return part.length > 0 ? [...list, part] : list
}

/** About as many as its JSON has. */
function lettersIn(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return 8
  return Object.values(value).reduce<number>((sum, inner) => sum + 10 + lettersIn(inner), 0)
}
