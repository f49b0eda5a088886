import type { SearchIndex } from './search-index.ts'

export interface WorkerSettings {
  /** The index's file. */
  file: string
  /** Identifies the content API: an index of another one is made anew. */
  source: string
}

/** A call of the index in its thread; each gets one reply with its id. */
export interface WorkerRequest {
  id: number
  method: keyof SearchIndex
  args: unknown[]
}

export type WorkerReply =
  | { ready: true }
  /** The file could not be used and was made anew, so it is empty. */
  | { rebuilt: string }
  | { id: number; result: unknown }
  | { id: number; error: string }
