import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { createDiskStore } from '../disk-store.ts'
import { log } from '../log.ts'
import { createBudget, type Room } from './originals/budget.ts'
import { EncoderUnavailable, type Encoder } from './encoder/encoder.ts'
import { encodings } from './encoder/encodings.ts'
import { etagOf, imageFileOf, type ImageFile } from './image-file.ts'
import { createFileCache } from './file-cache.ts'
import { createOriginals } from './originals/originals.ts'
import { createOutgoing } from './outgoing.ts'
import { createSingleFlight, TooManyPictures } from './single-flight.ts'
import { createSources, type Source } from './originals/sources.ts'
import { placeholderColourOf } from './placeholder-colour.ts'
import { createWorkQueue } from './encoder/work-queue.ts'

/** A coding that pictures are made in. */
export type ContentEncoding = 'webp' | 'avif'

/** Of all pictures and originals on disk, in bytes. */
const mostOnDisk = 512 * 1024 * 1024
/** Of originals in memory, whatever is done with them: fetching, measuring, making pictures. In bytes. */
const mostBytesUnderWay = 48 * 1024 * 1024
/** How long an original waits for its place there, ms. */
const patienceMs = 15_000
/** Encodings at work, whatever they are for: pages need the processor too. */
const mostAtWork = 2
/** Pictures that visitors wait for: who asked last waits some seconds, others had better come again. */
const mostUnderWay = 200
/** How long a picture that cannot be made is not tried again, ms. */
const brokenMs = 60 * 1000

export type ImageSource = ReturnType<typeof createImageSource>

/**
 * Pictures and files of the content API's image base, resized to a fixed ladder of widths, kept in
 * memory and on disk. WebP is made when it is asked for, AVIF behind it.
 * @param base the image base's address, without a slash at its end
 * @param encoder its owner closes it
 * @param kept the folder of what is made; `scope` tells one content API's files from another's
 */
export function createImageSource(
  base: () => Promise<string>,
  encoder: Encoder,
  kept: { folder: string; scope: string; mostBytes?: number },
) {
  const disk = createDiskStore({
    folder: kept.folder,
    maxBytes: kept.mostBytes ?? mostOnDisk,
    ownName: /^[0-9a-f]{64}\.(?:picture|original|source)$/,
    messages: {
      writeFailed: 'image cache write failed',
      readFailed: 'image cache read failed',
      corrupt: 'corrupt image cache file removed',
    },
  })
  const files = createFileCache(disk)
  const sources = createSources(disk, kept.scope)
  const outgoing = createOutgoing()
  const budget = createBudget(mostBytesUnderWay, patienceMs)
  const originals = createOriginals(base, files, sources, encoder, budget, mostUnderWay)
  const queue = createWorkQueue(mostAtWork)
  const making = createSingleFlight<ImageFile | null>(mostUnderWay)
  const behind = new Set<string>()
  const broken = new LRUCache<string, Error>({ max: 500, ttl: brokenMs })
  const ready = disk.open().then((files) => sources.loadAll(files.map(({ key }) => key)))

  async function keep(key: string, bytes: Uint8Array) {
    const file = await imageFileOf(bytes)
    if (!file) throw new Error('What was made is no picture')
    return files.keep(key, file)
  }

  function findOriginal(name: string, source: Source) {
    const key = originals.keyOf(source)
    const sent = outgoing.find(etagOf(Buffer.from(source.original, 'hex')))
    if (sent) return sent
    return making.run(key, async () => {
      const failure = broken.get(key)
      if (failure) throw failure
      return budget.run((room) => readOriginal(key, name, source, room))
    })
  }

  async function readOriginal(key: string, name: string, source: Source, room: Room) {
    const found = await originals.read(name, source, room)
    // Too large or broken: what the encoder does not read is not put before a visitor's browser.
    if (found?.source.width === null && found.source.type !== 'application/pdf') {
      const width = await encoder.measure(found.file)
      if (width === null) {
        const error = new Error('The original is too large, or broken')
        broken.set(key, error)
        throw error
      }
    }
    return found?.file ?? null
  }

  function findWebp(name: string, source: Source, width: number, admit: () => void) {
    const key = keyOf(source, width, 'webp')
    return making.run(key, async () => {
      const ready = await files.find(key)
      if (ready && ready !== 'none') return ready
      const failure = broken.get(key)
      if (failure) throw failure
      admit()
      return queue.run(() => budget.run((room) => makeWebp(name, source, width, room)))
    })
  }

  async function makeWebp(name: string, known: Source, width: number, room: Room) {
    const found = await originals.read(name, known, room)
    if (!found) return null
    const { source, file } = found
    const key = keyOf(source, width, 'webp')
    try {
      const { picture, colour } = await encoder.makeWebp(file, width)
      if (source.colour === null) learnColour(name, source, colour)
      return await keep(key, picture)
    } catch (error) {
      if (!(error instanceof EncoderUnavailable)) {
        broken.set(key, error instanceof Error ? error : new Error(String(error)))
      }
      throw error
    }
  }

  function learnColour(name: string, source: Source, colour: string) {
    const now = sources.peek(name)
    if (now?.original === source.original) sources.set(name, { ...now, colour })
  }

  function makeAvifBehind(source: Source, width: number, webp: ImageFile) {
    const key = keyOf(source, width, 'avif')
    if (behind.has(key)) return
    const isTaken = queue.runBehind(async () => {
      try {
        await budget.run((room) => makeAvif(source, width, webp, room))
      } catch (error) {
        log.warn({ width, error: String(error) }, 'AVIF encoding failed')
        const isOwnFault = !(
          error instanceof EncoderUnavailable || error instanceof TooManyPictures
        )
        if (isOwnFault) await files.markNone(key)
      } finally {
        behind.delete(key)
      }
    })
    if (isTaken) behind.add(key)
  }

  async function makeAvif(source: Source, width: number, webp: ImageFile, room: Room) {
    const key = keyOf(source, width, 'avif')
    const original = await originals.readCached(source, room)
    // Gone meanwhile, with the disk full or failing: the WebP does as well.
    if (!original) return
    const bytes = await encoder.makeAvif(original, width)
    if (bytes.length < webp.bytes.length) await keep(key, bytes)
    else await files.markNone(key)
  }

  return {
    /**
     * @param name a plain file name
     * @param width one of imageWidths, or null for the original
     * @param best what the waiter can read: AVIF is the answer from when it is made on
     * @param admit called before something is fetched or resized; what it throws is thrown
     * @returns null if there is no such file, or it is nothing that a page may show
     * @throws TooManyPictures, or when the image base gives no usable answer and nothing is kept
     */
    async find(
      name: string,
      width: number | null,
      best: ContentEncoding = 'webp',
      admit: () => void = () => undefined,
    ) {
      const known = sources.peek(name)
      // Asking for it again and again costs nothing.
      if (!known && originals.isAbsent(name)) return null
      if (!known) admit()
      const source = known ?? (await originals.find(name))
      if (!source) return null
      originals.refresh(name, source)
      if (width === null || source.type === 'application/pdf') {
        const isSound = source.width !== null || source.type === 'application/pdf'
        const ready = isSound ? files.peek(originals.keyOf(source)) : undefined
        return ready ?? findOriginal(name, source)
      }
      // Larger than the original is the original's own width, made once.
      const shown = Math.min(width, source.width ?? width)
      const avif = best === 'avif' ? await files.find(keyOf(source, shown, 'avif')) : 'none'
      if (avif !== null && avif !== 'none') return avif
      const webp =
        files.peek(keyOf(source, shown, 'webp')) ??
        // Who was let in for the original is let in for what is made of it.
        (await findWebp(name, source, shown, known ? admit : () => undefined))
      if (webp && avif === null) makeAvifBehind(source, shown, webp)
      return webp
    },
    /** To be asked before a file is sent. */
    hold: (file: ImageFile) => outgoing.hold(file),
    /** What covers most of a picture, as the stylesheet knows it; empty until somebody has seen it. */
    placeholderColourOf: (name: string) => placeholderColourOf(sources.peek(name)?.colour ?? ''),
    /** Fulfils once everything that is on disk is known. Nothing has to wait for it. */
    ready: () => ready,
    async close() {
      queue.close()
      budget.close()
      await Promise.all([originals.close(), ready])
      await disk.close()
    },
  }
}

/** By what it shows and how it is made, so a change of either is another picture. */
function keyOf(source: Source, width: number, coding: ContentEncoding) {
  const what = JSON.stringify([source.original, width, coding, encodings])
  return `${createHash('sha256').update(what).digest('hex')}.picture`
}
