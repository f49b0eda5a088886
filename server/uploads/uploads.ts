import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, readdir, readFile, rm, stat, statfs, utimes } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { z } from 'zod'
import { createClientLimit } from '../limits/client-limits.ts'
import { createThrottledLog, log } from '../observe/log.ts'
import { metrics } from '../observe/metrics.ts'
import { readClaim, signClaim } from '../signatures.ts'
import { makePrivateFolder } from '../storage/sqlite.ts'
import { findVirus, type ClamdAddress } from './clamd.ts'
import { cleanFileName, createInspector, fileKinds, mediaTypeOf } from './file-types.ts'

const megabyte = 1024 * 1024
const dayMs = 24 * 60 * 60 * 1000

const defaultLimits = {
  /** Bytes of all files. A small file counts as `minFile`, so that their number is limited, too. */
  total: 1024 * megabyte,
  minFile: megabyte / 16,
  /** What stays free on the disk: a share of it, at most so many bytes. */
  freeShare: 0.05,
  maxFree: 2048 * megabyte,
  /** Bytes of one client. */
  client: { burst: 60 * megabyte, perSecond: megabyte / 60 },
  /** Requests that send files at once, and those of one client. */
  concurrent: 8,
  concurrentOfClient: 2,
  /** How long a measurement of the disk is valid, ms. */
  measured: 5_000,
  /** Age at which a file that belongs to no enquiry is deleted, ms; a claim to it ends an hour before. */
  unclaimed: dayMs + dayMs / 24,
}

export const storedFile = z.object({
  /** Its name on the disk. */
  id: z.string().regex(/^[\da-f]{32}$/),
  /** As the visitor named it, sanitised. */
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

export type UploadStore = ReturnType<typeof createUploadStore>

/**
 * Stores visitors' files, each as it arrives. Once stored, a file survives a failure of the machine.
 * @param folder several processes may share it
 * @param secret signs claims and links
 * @param clamd null: files are not scanned
 */
export function createUploadStore(
  { folder, secret, clamd }: { folder: string; secret: string; clamd: ClamdAddress | null },
  overrides: Partial<typeof defaultLimits> = {},
) {
  const limits = { ...defaultLimits, ...overrides }
  const quota = createClientLimit(limits.client)
  const running: (string | null)[] = []
  let state = { isFull: false, until: 0 }
  const logFailure = createThrottledLog((suppressed, message: string, error: unknown) =>
    log.error({ error: String(error), suppressed }, message),
  )
  const pathOf = (id: string) => path.join(folder, id)

  async function listFiles() {
    const ids = await readdir(folder)
    const files = await Promise.all(ids.map((id) => stat(pathOf(id)).catch(() => null)))
    return files.flatMap((stats, at) => (stats ? [{ ...stats, id: ids[at] ?? '' }] : []))
  }

  async function measure() {
    makePrivateFolder(folder)
    const sizes = (await listFiles()).map(({ size }) => Math.max(size, limits.minFile))
    const { bavail, blocks, bsize } = await statfs(folder)
    const minFree = Math.min(blocks * bsize * limits.freeShare, limits.maxFree)
    return sizes.reduce((a, b) => a + b, 0) >= limits.total || bavail * bsize < minFree
  }

  /** Whether no file can be stored. */
  async function isFull() {
    if (Date.now() < state.until) return state.isFull
    // Until it is measured, others get the previous state.
    state = { ...state, until: Date.now() + limits.measured }
    state.isFull = await measure().catch((error: unknown) => {
      logFailure('upload folder failed', error)
      return true
    })
    return state.isFull
  }

  async function scan(id: string): Promise<UploadFault | null> {
    if (!clamd) return null
    const content = createReadStream(pathOf(id))
    try {
      return (await findVirus(clamd, content)) ? 'virus' : null
    } catch (error) {
      logFailure('upload not scanned', error)
      return 'unscanned'
    } finally {
      content.destroy()
    }
  }

  async function syncFolder(place: string) {
    const handle = await open(place)
    await handle.sync().finally(() => handle.close())
  }

  async function write(
    content: AsyncIterable<Buffer>,
    { id, name }: Pick<StoredFile, 'id' | 'name'>,
    maxBytes: number,
    client: string | null,
  ): Promise<Upload> {
    const [inspector, hash] = [createInspector(), createHash('sha256')]
    let size = 0
    let fault: UploadFault | null = null
    const handle = await open(pathOf(id), 'wx', 0o600)
    try {
      // The rest of a refused file is read, too: the form's other fields follow.
      for await (const piece of content) {
        size += piece.length
        if (size > maxBytes) fault ??= 'large'
        else if (client !== null && !quota.spend(client, piece.length)) fault ??= 'quota'
        if (fault) continue
        inspector.add(piece)
        hash.update(piece)
        await handle.writeFile(piece).catch((error: unknown) => {
          logFailure('upload not stored', error)
          fault = 'full'
        })
      }
      if (!fault) await handle.sync()
    } finally {
      await handle.close()
    }
    const kind = inspector.kindOf(name)
    fault ??= kind ? await scan(id) : 'type'
    if (fault || !kind) return { name, fault: fault ?? 'type' }
    await Promise.all([folder, path.dirname(folder)].map(syncFolder))
    return { id, name, kind, size, digest: hash.digest('base64url'), fault: null, isKept: false }
  }

  const remove = (id: string) => rm(pathOf(id), { force: true }).catch(() => undefined)

  return {
    isFull,

    /**
     * Counts a request that sends files, until the returned function is called.
     * @returns null when there are too many
     */
    begin(client: string | null) {
      const own = running.filter((other) => client !== null && other === client)
      if (running.length >= limits.concurrent) return null
      if (own.length >= limits.concurrentOfClient) return null
      running.push(client)
      return () => void running.splice(running.indexOf(client), 1)
    },

    /** Stores a file while it is read. Of one that is refused, or ends early, nothing is left. */
    async save(content: Readable, sentName: string, maxBytes: number, client: string | null) {
      const [name, id] = [cleanFileName(sentName), randomBytes(16).toString('hex')]
      let upload: Upload = { name, fault: 'full' }
      try {
        if (!(await isFull())) upload = await write(content, { id, name }, maxBytes, client)
      } catch (error) {
        if (!content.destroyed) logFailure('upload not stored', error)
      }
      content.resume()
      if (upload.fault === null) return upload
      metrics.uploadsRefused.inc({ reason: upload.fault })
      await remove(id)
      return upload
    },

    /** Deletes the files of a request that the app did not keep. */
    async discard(uploads: readonly Upload[]) {
      for (const file of uploads) if (file.fault === null && !file.isKept) await remove(file.id)
    },

    /** Reads a file into memory. @throws Error when it is gone */
    readUpload: ({ id }: StoredFile): Promise<Buffer> => readFile(pathOf(id)),

    /** Lets files that belong to no enquiry live on, from a time in ms. @returns those that exist */
    async retain(files: readonly StoredFile[], from = Date.now()) {
      const touch = ({ id }: StoredFile) => utimes(pathOf(id), from / 1000, from / 1000)
      const results = await Promise.allSettled(files.map(touch))
      return files.filter((_, at) => results[at]?.status === 'fulfilled')
    },

    /** Signs a claim to a file, which the visitor's form carries. */
    claimOf({ id, name, kind, size, digest }: StoredFile) {
      const file = Buffer.from(JSON.stringify({ id, name, kind, size, digest }))
      const until = (Date.now() + dayMs).toString(36)
      return signClaim(`upload.${until}.${file.toString('base64url')}`, secret)
    },

    /** @returns null for a claim that is invalid or has expired */
    readClaimOf(text: string): StoredFile | null {
      const [use, until = '', file = ''] = readClaim(text, secret)?.split('.') ?? []
      if (use !== 'upload' || Number.parseInt(until, 36) < Date.now()) return null
      return storedFile.parse(JSON.parse(Buffer.from(file, 'base64url').toString()))
    },

    /**
     * Signs the path of a download. It has no name by a visitor, since addresses are logged.
     * @param name of the download, without its extension
     */
    linkOf({ id, kind }: StoredFile, name: string, validMs: number) {
      const until = (Date.now() + validMs).toString(36)
      return `/enquiry-files/${signClaim(`file.${until}.${id}.${name}.${kind}`, secret)}`
    },

    /** @returns null for a token that is invalid or has expired, and for an erased file */
    async openLink(token: string) {
      const [use, until = '', id = '', ...name] = readClaim(token, secret)?.split('.') ?? []
      const kind = fileKinds.find((each) => each === name.at(-1))
      if (use !== 'file' || !kind || Number.parseInt(until, 36) < Date.now()) return null
      const handle = await open(pathOf(id)).catch(() => null)
      const { size } = (await handle?.stat()) ?? { size: 0 }
      return handle && { handle, size, name: name.join('.'), type: mediaTypeOf(kind) }
    },

    /**
     * Deletes old files that belong to no enquiry: they were not sent, or the enquiry was erased.
     * @param listReferenced lists the ids of enquiries' files; if it fails, nothing is deleted
     */
    async clean(listReferenced: () => Promise<string[]>, now: number) {
      const files = await listFiles().catch(() => [])
      const old = files.filter(({ mtimeMs }) => mtimeMs < now - limits.unclaimed)
      if (old.length === 0) return
      // The new outbox does not know the files of one that was set aside.
      const beside = await readdir(path.dirname(folder))
      if (beside.some((name) => name.includes('.set-aside-'))) return
      const referenced = new Set(await listReferenced())
      for (const { id } of old) if (!referenced.has(id)) await remove(id)
    },
  }
}
