import type { ContentLanguage } from '../content-types.ts'
import type { Fault } from '../failures.ts'
import type { ShapeName } from '../posts/post.ts'
import type { Cut, RemovedElements } from './truncate.ts'

/** The workerData of the parser thread. */
export interface WorkerData {
  /** Counters, by the names in `progress`. */
  shared: SharedArrayBuffer
  /** The company's, an IANA name. */
  timeZone: string
}

/** Message to the parser thread: a response to parse, or a request for the next part. One response at a time. */
export type ParserRequest =
  | {
      shape: ShapeName
      language: ContentLanguage
      /** Whether the response is one object rather than a list. */
      isSingle: boolean
      /** The public address of this site, if it is known. */
      siteUrl: string | undefined
      /** Transferred; returned with the result. */
      body: Uint8Array
    }
  | 'next part'

/** Facts about a response besides its items. */
export interface Facts {
  /** The body to store: the response's own or, if something was truncated, JSON of the rest. */
  body: Uint8Array
  /** The first truncations and their total number; 0 when nothing was truncated. */
  cuts: Cut[]
  cutCount: number
  /** The first rich texts from which elements were removed. */
  removed: RemovedElements[]
  /** The first items that could not be parsed, and their total number. */
  dropped: { index: number; problem: string }[]
  droppedCount: number
}

/** Message from the parser thread: ready, failed, or a result whose items come in parts. */
export type ParserReply =
  | { ready: { threadFolder: string | null } }
  | { failed: { fault: Fault; message: string } }
  | { facts: Facts; partCount: number; part: unknown[] }
  | { part: unknown[] }

/** Index in the memory shared by both threads: the number of responses parsed, sent back or not. */
export const progress = { done: 0, length: 1 } as const
