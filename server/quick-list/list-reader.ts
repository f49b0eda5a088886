import { LRUCache } from 'lru-cache'
import { createThreadClient } from '@site/runtime/thread-client'
import type { ReadList } from '@site/product-search/list'
import { DocumentReader, type DocumentText } from './document-reader.ts'
import { fileKindOf, textOf, type FileFault } from './file-kind.ts'
import type { ListOrFault, ListThreadMethods } from './list-worker.ts'

/** Why a list was not read; a key of the translations. */
export type ListFault = FileFault | 'locked' | 'noise' | 'busy' | 'empty' | 'gone'

/** A list, and whether its file may not say the letters that it draws. */
export type ReadListOrFault = (ReadList & { seemsNoise?: boolean }) | { fault: ListFault }

/** A file with a list: its bytes are loaded when it is its turn. */
export interface ListFile {
  /** Size, bytes. */
  size: number
  load: () => Promise<Uint8Array>
}

/** How far the reading of a file, or the search for the lines of a list, is. */
export interface ListProgress {
  of: 'pages' | 'lines'
  done: number
  total: number
}

export type OnProgress = (progress: ListProgress) => void

/** Texts and files that wait to be read; each takes milliseconds. */
const maxReadings = 40

/** Max. size of a workbook or text, bytes: it may have a letterhead with a picture. */
const maxTableBytes = 2 * 1024 * 1024

/** CPU time for reading a file, ms, and the heap of its thread, MB. */
const readingMs = 3_000
const heap = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 8 }

const busy = 'busy'

/** Reads the lines of buyers' lists: texts and workbooks in a thread, documents in a process. */
export class ListReader {
  readonly #documents = new DocumentReader()
  readonly #thread = createThreadClient<ListThreadMethods, never>({
    program: 'server/quick-list/list-worker.ts',
    workerData: null,
    heap,
    maxWaiting: maxReadings,
    restartMs: 0,
    endsOnTimeout: true,
    timeouts: { readText: readingMs, readWorkbook: readingMs, readSheet: readingMs },
    clockFactor: 10,
    endedMessage: 'list thread ended',
    onNotice: () => undefined,
    toFailure: (fault, reason, cause) => new Error(fault === 'busy' && !cause ? busy : reason),
  })

  /** Reads the lines of a text. */
  readText(text: string) {
    return this.#read(this.#thread.readText(text))
  }

  /** Reads the lines of a workbook, of a text file such as CSV, or of a PDF or Word file. */
  async readFile({ size, load }: ListFile, onProgress?: OnProgress): Promise<ReadListOrFault> {
    if (size > maxTableBytes) return this.#readDocument(load, onProgress)
    const bytes = await load()
    const kind = fileKindOf(bytes)
    if (typeof kind === 'object') return kind
    if (kind === 'pdf' || kind === 'word') {
      return this.#readDocument(async () => bytes, onProgress)
    }
    if (kind === 'text') return this.readText(textOf(bytes))
    const list = await this.#read(this.#thread.readWorkbook(bytes))
    const isLocked = kind === 'oldWorkbook' && 'fault' in list && list.fault === 'unreadable'
    return isLocked ? { fault: 'locked' } : list
  }

  async close() {
    this.#documents.close()
    await this.#thread.close()
  }

  /** Reads in the thread. A call that ended it had too little memory or time. */
  async #read(
    call: Promise<ListOrFault | (ReadList & { seemsNoise: boolean })>,
  ): Promise<ReadListOrFault> {
    try {
      return await call
    } catch (error) {
      return { fault: error instanceof Error && error.message === busy ? busy : 'large' }
    }
  }

  /** Reads a file that may be large: it waits on the disk until it is its turn. */
  async #readDocument(load: ListFile['load'], onProgress?: OnProgress): Promise<ReadListOrFault> {
    let other: FileFault | undefined
    const found = await this.#documents.read(
      async () => {
        const bytes = await load()
        const kind = fileKindOf(bytes)
        if (kind === 'pdf' || kind === 'word') return { kind, bytes }
        other = typeof kind === 'object' ? kind.fault : 'large'
        throw new RangeError(other)
      },
      (progress) => onProgress?.({ of: 'pages', ...progress }),
    )
    if (other) return { fault: other }
    if ('fault' in found) return { fault: found.fault === 'broken' ? 'unreadable' : found.fault }
    return this.#readDocumentText(found.text)
  }

  async #readDocumentText(document: DocumentText): Promise<ReadListOrFault> {
    const { sheet, hasTables, hidden, pages, pictures, isNoise } = document
    if (isNoise) return { fault: 'noise' }
    if (pictures === pages) return { fault: 'pictures' }
    const rows = sheet.rows.map((row) => row.map(({ text }) => text).join('\t'))
    const list = await (hasTables
      ? this.#read(this.#thread.readSheet(sheet))
      : this.readText(rows.join('\n')))
    if ('fault' in list) return list
    if (list.lines.length === 0) return { fault: hasTables ? 'pictures' : 'unreadable' }
    const causes: ReadList['causes'] = pictures > 0 ? ['pictures'] : []
    return { ...list, hidden: list.hidden + hidden, causes: [...list.causes, ...causes] }
  }
}

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
