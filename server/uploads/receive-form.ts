import type { IncomingMessage } from 'node:http'
import { Busboy, type BusboyFileStream } from '@fastify/busboy'
import { cleanFileName } from './file-types.ts'
import type { FieldLimits, Upload, UploadStore } from './uploads.ts'

/** The files that an address accepts: those of each field, and their number in all. */
export interface FileLimits {
  fields: Readonly<Record<string, FieldLimits>>
  max: number
}

/** A file with the name of its field. */
export type SentFile = Upload & { field: string }

type Failure = { fault: 400 | 408 | 413 } | { gone: true }

/**
 * Max. bytes of files that are read, though not all are stored: the visitor gets the form back with what they wrote.
 * A larger body is rejected.
 */
export const maxFileBytes = 64 * 1024 * 1024

/** Max. silence of a client, and duration of a body, ms; lowest average speed, bytes per ms. */
export const defaultTimes = { silent: 10_000, total: 600_000, bytesPerMs: 16 }

/**
 * Reads a multipart form. Its files are stored as they arrive; only pieces of them are in memory.
 * @param maxBytes of everything but the files
 * @returns the fields, URL-encoded, and the files; or why there are none
 */
export function receiveForm(
  incoming: IncomingMessage,
  { maxBytes, files }: { maxBytes: number; files: FileLimits },
  store: Pick<UploadStore, 'save' | 'discard'>,
  client: string | null,
  times = defaultTimes,
): Promise<{ body: Buffer; uploads: SentFile[] } | Failure> {
  const fields = new URLSearchParams()
  const contents: BusboyFileStream[] = []
  const saved: Promise<SentFile>[] = []
  const beganAt = performance.now()
  let progressAt = beganAt
  let received = 0

  function onFile(field: string, content: BusboyFileStream, name?: string) {
    contents.push(content)
    // Without a listener, a body that ends early would be an uncaught exception.
    content.on('error', () => undefined)
    // Browsers send a part without a file name where none was chosen.
    const limits = Object.hasOwn(files.fields, field) ? files.fields[field] : undefined
    if (!limits || !name) return content.resume()
    if (saved.length >= files.max) {
      saved.push(Promise.resolve({ name: cleanFileName(name), fault: 'many', field }))
      return content.resume()
    }
    // The parser may be ahead of the disk: a form stores one file after another.
    const before: Promise<unknown> = saved.at(-1) ?? Promise.resolve()
    const upload = before.then(() => store.save(content, name, limits, client))
    saved.push(upload.then((one) => Object.assign(one, { field })))
    return undefined
  }

  return new Promise((resolve) => {
    const parser = createParser(incoming, maxBytes)
    if (!parser) return resolve({ fault: 400 })
    let isEnded = false

    function end(failure: Failure | null) {
      if (isEnded) return
      isEnded = true
      clearInterval(timer)
      incoming.off('data', onData)
      if (failure) for (const content of contents) content.destroy()
      void Promise.all(saved).then(async (uploads) => {
        if (failure) await store.discard(uploads)
        resolve(failure ?? { body: Buffer.from(fields.toString()), uploads })
      })
    }
    function onData(piece: Buffer) {
      received += piece.length
      progressAt = performance.now()
      if (!parser?.write(piece)) incoming.pause()
      if (isTooLarge()) end({ fault: 413 })
    }
    function isTooLarge() {
      const ofFiles = contents.reduce((sum, { bytesRead }) => sum + bytesRead, 0)
      const unread = parser?.writableLength ?? 0
      return received - unread - ofFiles > maxBytes || ofFiles > maxFileBytes
    }
    const timer = setInterval(() => {
      const now = performance.now()
      const total = Math.min(times.silent + received / times.bytesPerMs, times.total)
      const isSilent = !incoming.isPaused() && now - progressAt > times.silent
      if (isSilent || now - beganAt > total) end({ fault: 408 })
    }, times.silent / 20)
    parser.on('field', (name?: string, value = '') => name && fields.append(name, value))
    parser.on('file', onFile)
    parser.on('drain', () => {
      progressAt = performance.now()
      incoming.resume()
    })
    parser.on('error', () => end({ fault: 400 }))
    parser.on('finish', () => end(isTooLarge() ? { fault: 413 } : null))
    incoming.on('data', onData)
    incoming.once('end', () => parser.end())
    incoming.once('error', () => end({ gone: true }))
    incoming.once('close', () => incoming.complete || end({ gone: true }))
  })
}

/** @returns null for a media type without a boundary */
function createParser({ headers }: IncomingMessage, fieldSize: number) {
  try {
    const type = { 'content-type': headers['content-type'] ?? '' }
    return new Busboy({ headers: type, limits: { fieldSize, headerPairs: 20 } })
  } catch {
    return null
  }
}
