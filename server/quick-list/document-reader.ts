import {
  type JobProgress,
  ProcessClient,
  ProcessUnavailable,
  type ProcessMessage,
} from '@site/runtime/process-client'
import type { PdfFault } from '@site/tables/read-pdf'
import type { Sheet } from '@site/tables/sheet'

export interface DocumentRequest {
  id: number
  kind: 'pdf' | 'word'
  bytes: Uint8Array
}

/** The tables or lines of a document. */
export interface DocumentText {
  sheet: Sheet
  /** Whether it has tables; else its rows are lines of text. */
  hasTables: boolean
  /** Hidden texts, which are left out. */
  hidden: number
  pages: number
  /** The number of pages that are pictures. */
  pictures: number
  /** Whether the file does not say what its letters are. */
  isNoise: boolean
}

interface DocumentReply {
  id: number
  error?: string
  isLast?: boolean
  fault?: PdfFault
  text?: DocumentText
}

export type DocumentMessage = ProcessMessage<DocumentReply>

/** Documents that wait, without the one that is read. Each takes up to eight seconds. */
const maxWaiting = 4

/** Reads PDF and Word files in a process of its own, one after another. */
export class DocumentReader {
  readonly #process = new ProcessClient<Omit<DocumentRequest, 'id'>, DocumentReply>({
    program: 'server/quick-list/document-program.ts',
    maxRunning: 1,
    // It is this project's own program.
    parse: (message) => message as DocumentMessage,
  })

  /**
   * @param load gets the file when it is its turn
   * @param onProgress called with the number of pages that are read
   * @returns the text, or why there is none; a file that takes too much time or memory is large
   */
  async read(
    load: () => Promise<Omit<DocumentRequest, 'id'>>,
    onProgress?: (progress: JobProgress) => void,
  ): Promise<{ text: DocumentText } | { fault: PdfFault | 'busy' }> {
    if (this.#process.countWaiting() >= maxWaiting) return { fault: 'busy' }
    try {
      const { text, fault } = await this.#process.run(load, null, { onProgress })
      return text ? { text } : { fault: fault ?? 'broken' }
    } catch (error) {
      return { fault: error instanceof ProcessUnavailable ? 'busy' : 'large' }
    }
  }

  close() {
    this.#process.close()
  }
}
