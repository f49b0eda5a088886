import type { ContentLanguage } from '../content-types.ts'
import type { Fault } from '../failures.ts'
import type { ShapeName } from '../posts/post.ts'
import type { Cut, RemovedElements } from './truncate.ts'

/** The workerData of the parser thread. */
export interface WorkerData {
  /** Memory shared by both threads, for `receivedParts`. */
  shared: SharedArrayBuffer
  /** The company's, an IANA name. */
  timeZone: string
  /** The company's, ISO 3166-1, if it is known. */
  country: string | undefined
}

/** Index in the shared memory: the number of parts that the main thread has received. */
export const receivedParts = 0

/** A response to parse. */
interface ParserRequest {
  /** Names the response in its parts. */
  id: number
  shape: ShapeName
  language: ContentLanguage
  /** Whether the response is one object rather than a list. */
  isSingle: boolean
  /** The public address of this site, if it is known. */
  siteUrl: string | undefined
  /** Labels of specifications that are left out. */
  hiddenSpecs: readonly string[]
  body: Uint8Array
  fingerprint: string
}

/** Facts about a response besides its items. */
export interface Facts {
  /** JSON to store in place of the response's own body, if something was truncated; else null. */
  cutBody: Uint8Array | null
  /** The first truncations and their total number; 0 when nothing was truncated. */
  cuts: Cut[]
  cutCount: number
  /** The first rich texts from which elements were removed. */
  removed: RemovedElements[]
  /** The first items that could not be parsed, and their total number. */
  dropped: { index: number; problem: string }[]
  droppedCount: number
}

/** Some items of a response, sent before the result. */
export interface ItemsPart {
  id: number
  items: unknown[]
}

/** The items of a response that were not sent in parts. */
export interface ParserResult {
  items: unknown[]
  facts: Facts
}

export interface ParserMethods {
  parse: (request: ParserRequest) => ParserResult | { failed: { fault: Fault; message: string } }
}
