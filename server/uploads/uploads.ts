import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import {
  open,
  readdir,
  readFile,
  rm,
  stat,
  statfs,
  utimes,
  type FileHandle,
} from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { z } from 'zod'
import { createClientLimit, createShares, networksOf, type Part } from '../limits/client-limits.ts'
import { FairSendBudget, type SendBudget } from '../limits/send-budget.ts'
import { createThrottledLog, log } from '@site/runtime/log'
import { metrics } from '../observe/metrics.ts'
import { readClaim, signClaim } from '../signatures.ts'
import { makePrivateFolder } from '@site/runtime/sqlite'
import { findVirus, type ClamdAddress } from './clamd.ts'
import { cleanFileName, createInspector, fileKinds, mediaTypeOf } from './file-types.ts'
import { otherKind } from '../text/file-names.ts'

/** Limits of the files of one field. */
export interface FieldLimits {
  /** Bytes of each. */
  maxBytes: number
  /** Set where they may be of any type: this site reads them itself. */
  isAnyType?: true
}

const megabyte = 1024 * 1024
const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

const defaultLimits = {
  /** Bytes of all files. A small file counts as `minFile` everywhere, so that their number is limited, too. */
  total: 1024 * megabyte,
  minFile: megabyte / 16,
  /** Disk space to keep free: a share of the disk, capped in bytes. */
  freeShare: 0.05,
  maxFree: 2048 * megabyte,
  /** Bytes of one client. */
  client: { burst: 60 * megabyte, perSecond: megabyte / 60 },
  /** Files received at once. The lowest speed is twice what the client may send for long, so nobody stays for ever. */
  receiving: { all: 8, perClient: 2, minSpeed: 32 * 1024 },
  /** How long a measurement of the disk is valid, and a count of all files, ms. */
  measured: 5_000,
  counted: 10 * minuteMs,
  /** How long forms may have a file, ms; those without a token of this site, which any program can send. */
  usable: dayMs,
  usableUnsigned: 30 * minuteMs,
  /** Age at which a file is deleted that no enquiry has by then, ms. */
  unclaimed: dayMs + 10 * minuteMs,
}

type UploadLimits = typeof defaultLimits

export const storedFile = z.object({
  /** Its name on the disk. */
  id: z.string().regex(/^[\da-f]{32}$/),
  /** The visitor's name for the file, sanitised. */
  name: z.string(),
  kind: z.enum(fileKinds),
  size: z.number(),
  /** SHA-256 of its bytes. */
  digest: z.string(),
})

/** A visitor's file on the disk. */
export type StoredFile = z.infer<typeof storedFile>

/**
 * Why a file is refused: its type or size, too many in one form (`many`), too many uploads at once (`busy`), too many
 * bytes of one client (`quota`), no room (`full`), a virus, no scanner (`unscanned`), or deleted since (`gone`).
 */
export type UploadFault =
  'type' | 'large' | 'many' | 'busy' | 'quota' | 'full' | 'virus' | 'unscanned' | 'gone'

export interface RefusedFile {
  name: string
  fault: UploadFault
}

/** A file of a request. It is deleted when the request ends, unless the app has set `isKept`. */
export type Upload = (StoredFile & { fault: null; isKept: boolean }) | RefusedFile

/** Counts files as they come and go: those that this process has received for their clients, others for nobody. */
class FileAccount {
  readonly #limits: UploadLimits
  readonly #quota
  readonly #shares = createShares()
  /** By id; of one that is still received the size is that so far. */
  readonly #files = new Map<string, Part>()
  #used = 0

  constructor(limits: UploadLimits) {
    this.#limits = limits
    this.#quota = createClientLimit(limits.client)
  }

  hasRoom() {
    return this.#used + this.#limits.minFile <= this.#limits.total
  }

  /**
   * Counts a file with its bytes so far, unless its client or a network around it would hold more than a part of what
   * is free: there is always some for others.
   */
  charge(id: string, file: Part, bytes: number): 'full' | 'quota' | null {
    const more = Math.max(bytes, this.#limits.minFile) - file.size
    if (more <= 0) return null
    const [wideNetwork, , client] = file.networks
    const free = this.#limits.total - this.#used
    const { heldBy } = this.#shares
    const isOver = file.networks.some((key, at) => heldBy(key) + more > free / (at + 2))
    // Who has nothing else here has not sent a lot.
    if (isOver || more > free) return heldBy(wideNetwork) > file.size ? 'quota' : 'full'
    if (client !== undefined && !this.#quota.spend(client, more)) return 'quota'
    this.#resize(id, file, file.size + more)
    return null
  }

  /** Counts what other processes have stored and deleted. @param found all files */
  recount(found: readonly { id: string; size: number }[]) {
    const ids = new Set(found.map(({ id }) => id))
    for (const id of this.#files.keys()) if (!ids.has(id)) this.forget(id)
    for (const { id, size } of found) {
      const file = this.#files.get(id) ?? { networks: [], size: 0 }
      if (file.networks.length === 0) this.#resize(id, file, Math.max(size, this.#limits.minFile))
    }
  }

  forget(id: string) {
    const file = this.#files.get(id)
    if (file) this.#resize(id, file, 0)
    this.#files.delete(id)
  }

  #resize(id: string, file: Part, size: number) {
    this.#used += size - file.size
    this.#shares.add(file, size - file.size)
    file.size = size
    this.#files.set(id, file)
  }
}

/** Stores visitors' files, each as it arrives. Once stored, a file survives a failure of the machine. */
interface Uploads {
  /** Whether no file can be stored. */
  isFull(): Promise<boolean>
  /**
   * Stores a file while it is read. Of one that is refused, ends early or leaves for another, nothing is left.
   * @param sentName its name as the client sent it
   * @param client null for one that is not limited
   */
  save(
    content: Readable,
    sentName: string,
    limits: FieldLimits,
    client: string | null,
  ): Promise<Upload>
  /** Deletes the files of a request that the app did not keep. */
  discard(uploads: readonly Upload[]): Promise<void>
  /** Reads a file into memory. @throws Error when it is gone */
  readUpload(file: StoredFile): Promise<Buffer>
  /** Lets files that belong to no enquiry live on, from a time in ms. */
  retain(files: readonly StoredFile[], from?: number): Promise<void>
  /** Finds the files that forms may have still: none lives longer because its form comes back. */
  findUsable(files: readonly StoredFile[]): Promise<StoredFile[]>
  /** Signs a claim to a file, which the visitor's form carries. */
  claimOf(file: StoredFile): string
  /** @returns null for a claim that is invalid or has expired */
  readClaimOf(text: string): StoredFile | null
  /**
   * Signs the path of a download. It has no name by a visitor, since addresses are logged.
   * @param name of the download, without its extension
   * @param validMs how long the path is valid, ms
   */
  linkOf(file: StoredFile, name: string, validMs: number): string
  /** @returns null for a token that is invalid or has expired, and for an erased file */
  openLink(
    token: string,
  ): Promise<{ handle: FileHandle; size: number; name: string; type: string } | null>
  /**
   * Deletes old files that belong to no enquiry: they were not sent, or the enquiry was erased.
   * @param listReferenced lists the ids of enquiries' files; if it fails, nothing is deleted
   */
  clean(listReferenced: () => Promise<string[]>, now: number): Promise<void>
}

export class UploadStore implements Uploads {
  readonly #folder: string
  readonly #secret: string
  readonly #clamd: ClamdAddress | null
  readonly #limits: UploadLimits
  readonly #account: FileAccount
  readonly #receiving: SendBudget
  /** The last measurement of the disk, which is valid until a time in ms. */
  #disk = { isFull: false, until: 0 }
  #countAt = 0
  readonly #logFailure = createThrottledLog((suppressed, message: string, error: unknown) =>
    log.error({ error: String(error), suppressed }, message),
  )

  /**
   * @param folder several processes may share it
   * @param secret signs claims and links
   * @param clamd null: files are not scanned
   */
  constructor(
    { folder, secret, clamd }: { folder: string; secret: string; clamd: ClamdAddress | null },
    overrides: Partial<UploadLimits> = {},
  ) {
    this.#folder = folder
    this.#secret = secret
    this.#clamd = clamd
    this.#limits = { ...defaultLimits, ...overrides }
    this.#account = new FileAccount(this.#limits)
    this.#receiving = new FairSendBudget(this.#limits.receiving)
  }

  async isFull() {
    return (await this.#isDiskFull()) || !this.#account.hasRoom()
  }

  async save(content: Readable, sentName: string, limits: FieldLimits, client: string | null) {
    const [name, id] = [cleanFileName(sentName), randomBytes(16).toString('hex')]
    const file = { networks: networksOf(client), size: 0 }
    let isCut = false
    const end = this.#receiving.begin(client, {
      bytes: () => file.size,
      awaitsClient: () => content.readableLength === 0 && !content.readableEnded,
      cut: () => (isCut = true),
    })
    const upload = await this.#write(content, { id, name, ...limits }, (size) => {
      if (isCut || typeof end === 'string') return 'busy'
      return size > limits.maxBytes ? 'large' : this.#account.charge(id, file, size)
    }).catch((error: unknown): Upload => {
      if (content.destroyed && !content.readableEnded) return { name, fault: 'gone' }
      this.#logFailure('upload not stored', error)
      return { name, fault: 'full' }
    })
    if (typeof end !== 'string') end()
    content.resume()
    if (upload.fault === null) return upload
    // Where the client has left, nothing was refused.
    if (upload.fault !== 'gone') metrics.uploadsRefused.inc({ reason: upload.fault })
    await this.#remove(id)
    return upload
  }

  async #write(
    content: Readable,
    { id, name, isAnyType }: Pick<StoredFile, 'id' | 'name'> & FieldLimits,
    faultOf: (size: number) => UploadFault | null,
  ): Promise<Upload> {
    const [inspector, hash] = [createInspector(), createHash('sha256')]
    let size = 0
    let fault = (await this.#isDiskFull()) ? 'full' : faultOf(size)
    if (fault) return { name, fault }
    // The stream outlives a refused file: the form's other fields follow.
    const pieces: AsyncIterable<Buffer> = content.iterator({ destroyOnReturn: false })
    const handle = await open(this.#pathOf(id), 'wx', 0o600)
    try {
      for await (const piece of pieces) {
        size += piece.length
        fault = faultOf(size)
        if (fault) return { name, fault }
        inspector.add(piece)
        hash.update(piece)
        await handle.writeFile(piece)
      }
      const { usable, usableUnsigned } = this.#limits
      const from = (Date.now() - usable + usableUnsigned) / 1000
      await handle.utimes(from, from)
      await handle.sync()
    } finally {
      await handle.close()
    }
    const kind = inspector.kindOf(name) ?? (isAnyType ? otherKind : null)
    fault = kind ? await this.#scan(id) : 'type'
    if (fault || !kind) return { name, fault: fault ?? 'type' }
    await Promise.all([this.#folder, path.dirname(this.#folder)].map(syncFolder))
    return { id, name, kind, size, digest: hash.digest('base64url'), fault: null, isKept: false }
  }

  async #scan(id: string): Promise<UploadFault | null> {
    if (!this.#clamd) return null
    const content = createReadStream(this.#pathOf(id))
    try {
      return (await findVirus(this.#clamd, content)) ? 'virus' : null
    } catch (error) {
      this.#logFailure('upload not scanned', error)
      return 'unscanned'
    } finally {
      content.destroy()
    }
  }

  async discard(uploads: readonly Upload[]) {
    for (const file of uploads) if (file.fault === null && !file.isKept) await this.#remove(file.id)
  }

  readUpload({ id }: StoredFile) {
    return readFile(this.#pathOf(id))
  }

  async retain(files: readonly StoredFile[], from = Date.now()) {
    const touch = ({ id }: StoredFile) => utimes(this.#pathOf(id), from / 1000, from / 1000)
    await Promise.allSettled(files.map(touch))
  }

  async findUsable(files: readonly StoredFile[]) {
    const stats = await Promise.all(files.map(({ id }) => stat(this.#pathOf(id)).catch(() => null)))
    return files.filter((_, at) => (stats[at]?.mtimeMs ?? 0) > Date.now() - this.#limits.usable)
  }

  claimOf({ id, name, kind, size, digest }: StoredFile) {
    const file = Buffer.from(JSON.stringify({ id, name, kind, size, digest }))
    const until = (Date.now() + dayMs).toString(36)
    return signClaim(`upload.${until}.${file.toString('base64url')}`, this.#secret)
  }

  readClaimOf(text: string) {
    const [use, until = '', file = ''] = readClaim(text, this.#secret)?.split('.') ?? []
    if (use !== 'upload' || Number.parseInt(until, 36) < Date.now()) return null
    return storedFile.parse(JSON.parse(Buffer.from(file, 'base64url').toString()))
  }

  linkOf({ id, kind }: StoredFile, name: string, validMs: number) {
    const until = (Date.now() + validMs).toString(36)
    return `/enquiry-files/${signClaim(`file.${until}.${id}.${name}.${kind}`, this.#secret)}`
  }

  async openLink(token: string) {
    const [use, until = '', id = '', ...name] = readClaim(token, this.#secret)?.split('.') ?? []
    const kind = fileKinds.find((each) => each === name.at(-1))
    if (use !== 'file' || !kind || Number.parseInt(until, 36) < Date.now()) return null
    const handle = await open(this.#pathOf(id)).catch(() => null)
    const { size } = (await handle?.stat()) ?? { size: 0 }
    return handle && { handle, size, name: name.join('.'), type: mediaTypeOf(kind) }
  }

  async clean(listReferenced: () => Promise<string[]>, now: number) {
    const files = await this.#listFiles().catch(() => [])
    const old = files.filter(({ mtimeMs }) => mtimeMs < now - this.#limits.unclaimed)
    if (old.length === 0) return
    // The new outbox does not know the files of one that was set aside.
    const beside = await readdir(path.dirname(this.#folder))
    if (beside.some((name) => name.includes('.set-aside-'))) return
    const referenced = new Set(await listReferenced())
    for (const { id } of old) if (!referenced.has(id)) await this.#remove(id)
  }

  /** Whether nothing can be written. */
  async #isDiskFull() {
    if (Date.now() < this.#disk.until) return this.#disk.isFull
    // Until it is measured, others get the previous state.
    this.#disk = { ...this.#disk, until: Date.now() + this.#limits.measured }
    this.#disk.isFull = await this.#measure().catch((error: unknown) => {
      this.#logFailure('upload folder failed', error)
      return true
    })
    return this.#disk.isFull
  }

  async #measure() {
    makePrivateFolder(this.#folder)
    if (Date.now() >= this.#countAt) {
      this.#account.recount(await this.#listFiles())
      this.#countAt = Date.now() + this.#limits.counted
    }
    const { bavail, blocks, bsize } = await statfs(this.#folder)
    const { freeShare, maxFree } = this.#limits
    return bavail * bsize < Math.min(blocks * bsize * freeShare, maxFree)
  }

  async #listFiles() {
    const ids = await readdir(this.#folder)
    const files = await Promise.all(ids.map((id) => stat(this.#pathOf(id)).catch(() => null)))
    return files.flatMap((stats, at) => (stats ? [{ ...stats, id: ids[at] ?? '' }] : []))
  }

  async #remove(id: string) {
    this.#account.forget(id)
    await rm(this.#pathOf(id), { force: true }).catch(() => undefined)
  }

  #pathOf(id: string) {
    return path.join(this.#folder, id)
  }
}

async function syncFolder(place: string) {
  const handle = await open(place)
  await handle.sync().finally(() => handle.close())
}
