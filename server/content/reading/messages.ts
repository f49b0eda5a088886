import type { ContentLanguage } from '../content-calls.ts'
import type { Fault } from '../failures.ts'
import type { ShapeName } from '../posts/post.ts'
import type { Cut } from './cutter.ts'

/** To the thread that reads: an answer, or that it may send on. One answer at a time. */
export type Order =
  | {
      shape: ShapeName
      language: ContentLanguage
      /** Whether the answer is one object and no list of them. */
      isSingle: boolean
      /** Handed over; it comes back with the reading. */
      body: Uint8Array
    }
  | 'go on'

/** What there is to say of an answer besides its items. */
export interface Facts {
  /** What to store in its place: where something was cut, JSON of what is left. */
  body: Uint8Array
  /** The first of the cuts, and how many there are; 0: the answer is as it came. */
  cuts: Cut[]
  cutCount: number
  /** The first of the items that could not be read, and how many there are. */
  dropped: { index: number; problem: string }[]
  droppedCount: number
}

/** From it: that it is there; then for each answer what was found, and its items in parts. */
export type Reply =
  | { ready: { threadFolder: string | null } }
  | { failed: { fault: Fault; message: string } }
  | { facts: Facts; partCount: number; part: unknown[] }
  | { part: unknown[] }

/** Shared memory of both threads, in whole numbers: how many answers are done, sent or not. */
export const progress = { done: 0, length: 1 } as const
