import PQueue from 'p-queue'
import {
  ProcessClient,
  ProcessUnavailable,
  type ProcessMessage,
} from '@site/runtime/process-client'
import type { PdfFault, PdfText } from '@site/tables/read-pdf'

export interface DocumentRequest {
  id: number
  bytes: Uint8Array
}

interface DocumentReply {
  id: number
  error?: string
  isLast?: boolean
  fault?: PdfFault
  text?: PdfText
}

export type DocumentMessage = ProcessMessage<DocumentReply>

/** Documents that wait, without the one that is read. Each takes up to eight seconds. */
const maxWaiting = 4

/** Reads PDF files in a process of its own, one after another. */
export class DocumentReader {
  readonly #queue = new PQueue({ concurrency: 1 })
  readonly #process = new ProcessClient<Omit<DocumentRequest, 'id'>, DocumentReply>({
    program: 'server/quick-list/document-program.ts',
    maxRunning: 1,
    // It is this project's own program.
    parse: (message) => message as DocumentMessage,
  })

  /**
   * @param load gets the file's bytes when it is its turn
   * @returns the text, or why there is none; a file that takes too much time or memory is large
   */
  async read(
    load: () => Promise<Uint8Array>,
  ): Promise<{ text: PdfText } | { fault: PdfFault | 'busy' }> {
    if (this.#queue.size >= maxWaiting) return { fault: 'busy' }
    try {
      const { text, fault } = await this.#queue.add(async () =>
        this.#process.run({ bytes: await load() }, null),
      )
      return text ? { text } : { fault: fault ?? 'broken' }
    } catch (error) {
      return { fault: error instanceof ProcessUnavailable ? 'busy' : 'large' }
    }
  }

  close() {
    this.#process.close()
  }
}
