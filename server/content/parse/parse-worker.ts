import { workerData } from 'node:worker_threads'
import { sendNotice, serveCalls } from '@site/runtime/programs'
import { ContentUnavailable } from '../failures.ts'
import { receivedParts, type ItemsPart, type ParserMethods, type WorkerData } from './messages.ts'
import { readResponse } from './parse-response.ts'

/** The parser thread (parser.ts explains its purpose and limits). */

/** Max. size of one part: the main thread receives one in one turn of its event loop. */
const maxPart = { items: 250, characters: 250_000 }

/** How long the main thread may take to receive a part, ms: a far bound. */
const maxReceiveMs = 1_000

const { shared, timeZone, country } = workerData as WorkerData
const counts = new Int32Array(shared)

const methods: ParserMethods = {
  parse({ id, shape, language, isSingle, siteUrl, hiddenSpecs, body }) {
    try {
      const result = readResponse(
        shape,
        language,
        isSingle,
        body,
        timeZone,
        siteUrl,
        hiddenSpecs,
        country,
      )
      return { ...result, items: sendParts(id, result.items) }
    } catch (error) {
      if (!(error instanceof ContentUnavailable)) throw error
      return { failed: { fault: error.fault, message: error.message } }
    }
  },
}

serveCalls({ methods: () => methods, onError: () => undefined, close: () => undefined })

/**
 * Sends items in parts, each once the main thread has received the last one and run its other events.
 * @returns the last part, which has not been sent
 */
function sendParts(id: number, items: unknown[]) {
  let part: unknown[] = []
  let characters = 0
  for (const item of items) {
    if (part.length >= maxPart.items || characters >= maxPart.characters) {
      const received = Atomics.load(counts, receivedParts)
      sendNotice({ id, items: part } satisfies ItemsPart)
      Atomics.wait(counts, receivedParts, received, maxReceiveMs)
      part = []
      characters = 0
    }
    part.push(item)
    characters += jsonLength(item)
  }
  return part
}

/** Estimates the length of a value's JSON. */
function jsonLength(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return 8
  return Object.values(value).reduce<number>((sum, inner) => sum + 10 + jsonLength(inner), 0)
}
