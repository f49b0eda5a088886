import { setPriority } from 'node:os'
import { limitJobs } from '@site/runtime/process-limits'
import { PdfError, readPdf, type PdfLimits } from '@site/tables/read-pdf'
import type { DocumentMessage, DocumentRequest } from './document-reader.ts'

/* The process that reads the files of lists that no thread's limits hold: WebAssembly has memory of its own. */

/** A list of 300 lines has 30,000 letters; each drawn line counts, too. */
const limits: PdfLimits = { pages: 60, objects: 1_000_000 }

const within = limitJobs({ memoryBytes: 300 * 1024 * 1024, cpuMs: 8_000, clockMs: 60_000 })

// Pages come first.
setPriority(10)

process.on('message', (message) => void answer(message as DocumentRequest))
process.once('disconnect', () => process.exit(0))
send({ state: 'ready' })

async function answer({ id, bytes }: DocumentRequest) {
  const read = await within(() => readPdf(bytes, limits)).then(
    (text) => ({ text }),
    (error: unknown) => {
      if (error instanceof PdfError) return { fault: error.fault }
      return { error: error instanceof Error ? error.message : String(error) }
    },
  )
  // PDFium keeps the memory that it has taken.
  send({ id, ...read, isLast: true })
}

function send(message: DocumentMessage) {
  // When disconnected, the parent is gone and this process is about to exit.
  if (process.connected) process.send?.(message)
}
