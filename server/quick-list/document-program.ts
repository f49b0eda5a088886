import { setPriority } from 'node:os'
import { limitJobs } from '@site/runtime/programs'
import { PdfError, readPdf, type PdfLimits } from '@site/tables/read-pdf'
import { readWord, WordError } from '@site/tables/read-word'
import type { DocumentMessage, DocumentRequest, DocumentText } from './document-reader.ts'

/* The process that reads the files of lists that no thread's limits hold: WebAssembly has memory of its own. */

/** A list of 300 lines has 30,000 letters; each drawn line counts, too. */
const limits: PdfLimits = { pages: 60, objects: 1_000_000 }

/** Size of a Word file when it is unpacked, with its pictures, bytes. */
const maxUnpackedBytes = 64 * 1024 * 1024

const within = limitJobs({ memoryBytes: 300 * 1024 * 1024, cpuMs: 8_000, clockMs: 60_000 })

// Pages come first.
setPriority(10)

process.on('message', (message) => void answer(message as DocumentRequest))
process.once('disconnect', () => process.exit(0))
send({ state: 'ready' })

async function answer(request: DocumentRequest) {
  const { id } = request
  const read = await within(() => textOf(request)).then(
    (text) => ({ text }),
    (error: unknown) => {
      if (error instanceof PdfError || error instanceof WordError) return { fault: error.fault }
      return { error: error instanceof Error ? error.message : String(error) }
    },
  )
  // PDFium keeps the memory that it has taken.
  send({ id, ...read, isLast: true })
}

/** @throws PdfError or WordError */
async function textOf({ id, kind, bytes }: DocumentRequest): Promise<DocumentText> {
  if (kind === 'pdf') {
    const onPage = (done: number, total: number) => send({ state: 'progress', id, done, total })
    const { pictures, ...text } = await readPdf(bytes, limits, onPage)
    return { ...text, hasTables: true, hidden: 0, pictures: pictures.length }
  }
  const { hasPictures, ...text } = await readWord(Buffer.from(bytes), maxUnpackedBytes)
  const isPicture = hasPictures && text.sheet.rows.flat().every((cell) => cell.text === '')
  return { ...text, pages: 1, pictures: isPicture ? 1 : 0, isNoise: false }
}

function send(message: DocumentMessage) {
  // When disconnected, the parent is gone and this process is about to exit.
  if (process.connected) process.send?.(message)
}
