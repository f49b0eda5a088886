import type { ContentLanguage } from '../content-calls.ts'
import type { Fault } from '../failures.ts'
import type { ShapeName } from '../posts/post.ts'
import type { Cut, RemovedElements } from './cutter.ts'

/**
 * Message to the reader thread: a response to read, or a request for the next part. One response at
 * a time.
 */
export type ReaderRequest =
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
  /** The body to store: JSON of what is left where something was cut, else the response's own. */
  body: Uint8Array
  /** The first cuts and their total number; 0 when nothing was cut. */
  cuts: Cut[]
  cutCount: number
  /** The first rich texts that lack elements. */
  removed: RemovedElements[]
  /** The first items that could not be parsed, and their total number. */
  dropped: { index: number; problem: string }[]
  droppedCount: number
}

/** Message from the reader thread: ready, failed, or a result whose items come in parts. */
export type ReaderReply =
  | { ready: { threadFolder: string | null } }
  | { failed: { fault: Fault; message: string } }
  | { facts: Facts; partCount: number; part: unknown[] }
  | { part: unknown[] }

/** Index in the memory shared by both threads: the number of responses read, sent back or not. */
export const progress = { done: 0, length: 1 } as const
