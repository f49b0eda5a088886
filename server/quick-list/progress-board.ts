import { LRUCache } from 'lru-cache'

/** How far the reading of a file, or the search for the lines of a list, is. */
export interface ListProgress {
  of: 'pages' | 'lines'
  done: number
  total: number
}

export type OnProgress = (progress: ListProgress) => void

/** Lists whose progress is known, and how long, ms: a page that waits for its list asks each second. */
const maxLists = 200
const validMs = 60_000

/** The progress of lists by the id that their page has chosen; another process of the site does not know it. */
export class ProgressBoard {
  readonly #lists = new LRUCache<string, ListProgress>({ max: maxLists, ttl: validMs })

  /** @returns a function that notes the progress; one that does nothing without a valid id */
  reporterOf(id: string): OnProgress {
    if (!/^[a-z\d]{8,40}$/.test(id)) return () => undefined
    return (progress) => void this.#lists.set(id, progress)
  }

  find(id: string): ListProgress | null {
    return this.#lists.get(id) ?? null
  }
}
