import { createHash, hash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import PQueue from 'p-queue'
import { z } from 'zod'
import { ContentUnavailable } from '../../content/failures.ts'
import type { ImageFile } from '../image-base.ts'
import { log } from '@site/runtime/log'
import { DiskStore } from '@site/runtime/disk-store'
import { runtimeFolders } from '../../folders.ts'
import { ProcessClient, type ProcessMessage } from '@site/runtime/process-client'
import { hasTypst } from '../typst-packages.ts'
import type { SheetDocument } from './sheet.ts'

/** A document for the process that makes sheets. */
export interface SheetRequest {
  id: number
  document: SheetDocument
  pictures: { name: string; bytes: Uint8Array; etag: string }[]
  /** The files of `document.attachments`, in their order; null for one that is not there. */
  attachments: (Uint8Array | null)[]
}

const replySchema = z.object({
  id: z.number(),
  pdf: z.custom<Uint8Array>((value) => value instanceof Uint8Array).optional(),
  /** Names the parts that the document lacks. */
  faults: z.array(z.string()).optional(),
  error: z.string().optional(),
  isLast: z.boolean().optional(),
})
const messageSchema = z.union([z.object({ state: z.literal('ready') }), replySchema])

type SheetReply = z.output<typeof replySchema>

export type SheetMessage = ProcessMessage<SheetReply>

/** Max. size of the disk cache, bytes. */
const maxDiskBytes = 256 * 1024 * 1024
/** Max. waiting documents: the last of them waits a second or two. And how many of them are for one visitor each. */
const maxWaiting = 30
const maxPrivateWaiting = 20
/** Max. waiting documents with files: the last of them waits some seconds. */
const maxWithFilesWaiting = 5
/** Max. sheets at a time that are some of many: the others would leave single ones no place to wait. */
const maxOfMany = 4
/** Max. documents that one client has made for itself at a time. */
const maxPerClient = 2

/** Documents that all visitors share come first, but for those of a hundred products. */
const priorities = { shared: 2, private: 1, long: 0 }

interface SheetOptions {
  /** The folder of the disk cache. */
  folder: string
  /** Reads the site's own pictures, resized. */
  findPicture: (file: string, width: number) => Promise<Pick<ImageFile, 'bytes' | 'etag'> | null>
}

/** A document that is the same for all visitors. */
interface Sheet {
  pdf: Uint8Array
  etag: string
  /** Reads it again, whatever its content is then; null if it is not on disk. */
  readAgain: () => Promise<Uint8Array | null>
}

/** Reads the files of `document.attachments`, in their order; null for one that is not there. */
type ReadAttachments = () => Promise<(Uint8Array | null)[]>

/** Makes PDF sheets. */
export interface Sheets {
  /** Whether this installation makes sheets; if not, callers ask for none. */
  isAvailable: boolean
  /**
   * Counts a document that a client wants for itself, until the returned function is called.
   * @param client null: not limited
   * @returns null when the client has too many
   */
  begin: (client: string | null) => (() => void) | null
  /**
   * Makes a document for one visitor, which is stored nowhere.
   * @throws ContentUnavailable
   */
  make: (document: SheetDocument, readAttachments?: ReadAttachments) => Promise<Uint8Array>
  /**
   * Finds or makes a document that is the same for all visitors.
   * @param width of its pictures, px
   * @throws ContentUnavailable
   */
  find: (document: SheetDocument, width: 320 | 480) => Promise<Sheet>
  /** Runs the work of one of many sheets after that of others, so that these do not keep a single one waiting. */
  inTurn: <Result>(work: () => Promise<Result>) => Promise<Result>
  close: () => Promise<void>
}

/**
 * Makes sheets one at a time, in a process of its own (sheet-program.ts), and keeps those that are the same for
 * everybody on disk. A document is known by its content: the same content is the same file.
 */
export class SheetMaker implements Sheets {
  isAvailable = hasTypst()
  readonly #findPicture: SheetOptions['findPicture']
  readonly #disk: DiskStore
  readonly #ready: Promise<unknown>
  readonly #layout: string
  readonly #pending = new Map<string, Promise<Uint8Array>>()
  /** The clients whose own documents are being made. */
  readonly #clients: string[] = []
  /** Documents with files are read and made one at a time: each is in memory several times. */
  readonly #withFiles = new PQueue({ concurrency: 1 })
  readonly #ofMany = new PQueue({ concurrency: maxOfMany })
  readonly #program = new ProcessClient<Omit<SheetRequest, 'id'>, SheetReply>({
    program: 'server/files/sheets/sheet-program.ts',
    maxRunning: 1,
    parse: (message) => messageSchema.parse(message),
  })

  constructor({ folder, findPicture }: SheetOptions) {
    this.#findPicture = findPicture
    this.#disk = new DiskStore({
      folder,
      maxBytes: maxDiskBytes,
      ownName: /^[0-9a-f]{64}\.sheet$/,
      messages: {
        writeFailed: 'sheet cache write failed',
        readFailed: 'sheet cache read failed',
        corrupt: 'corrupt sheet removed',
      },
    })
    this.#ready = this.isAvailable ? this.#disk.open() : Promise.resolve()
    this.#layout = this.isAvailable ? layoutHash() : ''
  }

  begin(client: string | null) {
    const clients = this.#clients
    if (client === null) return () => undefined
    if (clients.filter((other) => other === client).length >= maxPerClient) return null
    clients.push(client)
    return () => void clients.splice(clients.indexOf(client), 1)
  }

  async make(document: SheetDocument, readAttachments?: ReadAttachments) {
    const { key, ...request } = await this.#prepare(document, 320)
    const make = (attachments: (Uint8Array | null)[], subject: string) =>
      this.#compile({ ...request, attachments }, subject, priorities.private)
    if (!readAttachments) return make([], key)
    if (this.#withFiles.size >= maxWithFilesWaiting) {
      throw new ContentUnavailable('busy', 'Too many documents with files wait')
    }
    return this.#withFiles.add(async () => {
      const attachments = await readAttachments()
      const none = attachments.map(() => null)
      if (!attachments.some(Boolean)) return make(none, key)
      // A file that ends the process must not take the list with it.
      return make(attachments, `${key} with files`).catch(() => make(none, key))
    })
  }

  async find(document: SheetDocument, width: 320 | 480) {
    const { key, ...request } = await this.#prepare(document, width)
    const file = `${key}.sheet`
    // In this order: a document is pending until it is on disk.
    const readAgain = async () =>
      (await this.#pending.get(key)) ?? (await this.#disk.read(file))?.bytes ?? null
    const facts = { etag: `"${key.slice(0, 27)}"`, readAgain }
    const made = await readAgain()
    if (made) return { pdf: made, ...facts }
    const isLong = document.parts.length > 1
    const priority = isLong ? priorities.long : priorities.shared
    const making = this.#compile({ ...request, attachments: [] }, key, priority)
    this.#pending.set(key, making)
    // The first ones to ask do not wait for the disk.
    making
      .then((pdf) => this.#disk.write(file, pdf))
      .finally(() => this.#pending.delete(key))
      .catch(() => undefined)
    return { pdf: await making, ...facts }
  }

  inTurn<Result>(work: () => Promise<Result>) {
    return this.#ofMany.add(work)
  }

  async close() {
    this.#program.close()
    await this.#ready
    await this.#disk.close()
  }

  /** @param width of its pictures, px */
  async #prepare(document: SheetDocument, width: number) {
    const pictures = await this.#readPictures(document, width)
    const etags = pictures.map(({ etag }) => etag)
    const key = hash('sha256', JSON.stringify([this.#layout, document, etags]))
    return { key, pictures, document }
  }

  async #readPictures({ parts }: SheetDocument, width: number) {
    const names = parts.flatMap((part) => [
      ...('picture' in part && part.picture ? [part.picture] : []),
      ...('drawings' in part ? part.drawings.map(({ picture }) => picture) : []),
    ])
    const found = await Promise.all(
      [...new Set(names)].map(async (name) => {
        const file = await this.#findPicture(name, width).catch(() => null)
        return file ? [{ name, bytes: file.bytes, etag: file.etag }] : []
      }),
    )
    return found.flat()
  }

  /** @throws ContentUnavailable when it takes too much time or memory, or too many documents wait */
  async #compile(request: Omit<SheetRequest, 'id'>, key: string, priority: number) {
    const program = this.#program
    const isPrivateFull =
      priority === priorities.private && program.countWaiting(priority) >= maxPrivateWaiting
    if (isPrivateFull || program.countWaiting() >= maxWaiting) {
      throw new ContentUnavailable('busy', 'Too many sheets wait')
    }
    try {
      const { pdf, faults = [] } = await program.run(request, key, { priority })
      if (!pdf) throw new Error('There is no PDF')
      if (faults.length > 0) log.warn({ title: request.document.title, faults }, 'sheet incomplete')
      return pdf
    } catch (error) {
      log.warn({ title: request.document.title, error: String(error) }, 'sheet failed')
      throw new ContentUnavailable('costly', `sheet: ${String(error)}`, { cause: error })
    }
  }
}

/** A hash of what sheets look like: another layout or font makes other files. */
function layoutHash() {
  const fonts = path.join(runtimeFolders.brand, 'fonts')
  const files = [
    path.join(runtimeFolders.layouts, 'sheet.typ'),
    ...readdirSync(fonts)
      .filter((file) => file.endsWith('.ttf'))
      .map((file) => path.join(fonts, file)),
  ]
  const digest = createHash('sha256')
  for (const file of files) digest.update(readFileSync(file))
  return digest.digest('hex')
}
