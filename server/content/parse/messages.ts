import { readFileSync, readlinkSync } from 'node:fs'
import path from 'node:path'
import type { ContentLanguage } from '../content-types.ts'
import type { Fault } from '../failures.ts'
import type { ShapeName } from '../posts/post.ts'
import type { TimeZone } from '../../text/local-time.ts'
import type { Cut, RemovedElements } from './truncate.ts'

/** Returns the calling thread's folder in /proc on Linux; null on other systems. */
export function ownThreadFolder(): string | null {
  try {
    return path.join('/proc', readlinkSync('/proc/thread-self'))
  } catch {
    return null
  }
}

/**
 * Returns the CPU time of a thread, ms, which load on the machine does not increase. No disk is read.
 * @returns null where the system does not report it
 */
export function threadCpuTime(folder: string | null): number | null {
  if (folder === null) return null
  try {
    const nanoseconds = Number(readFileSync(path.join(folder, 'schedstat'), 'utf8').split(' ')[0])
    return Number.isFinite(nanoseconds) ? nanoseconds / 1e6 : null
  } catch {
    return null
  }
}

/** What the parser thread starts with. */
export interface WorkerData {
  /** Counters, by the names in `progress`. */
  shared: SharedArrayBuffer
  timeZone: TimeZone
}

/** Message to the parser thread: a response to parse, or a request for the next part. One response at a time. */
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
export type ReaderReply =
  | { ready: { threadFolder: string | null } }
  | { failed: { fault: Fault; message: string } }
  | { facts: Facts; partCount: number; part: unknown[] }
  | { part: unknown[] }

/** Index in the memory shared by both threads: the number of responses parsed, sent back or not. */
export const progress = { done: 0, length: 1 } as const
