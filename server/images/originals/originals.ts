import { LRUCache } from 'lru-cache'
import { log } from '../../log.ts'
import type { Budget, Room } from './budget.ts'
import type { Encoder } from '../encoder/encoder.ts'
import type { ImageFile } from '../image-file.ts'
import type { createFileCache } from '../file-cache.ts'
import { createOriginalFetcher, mostOriginalBytes, type Original } from './original-fetcher.ts'
import { createSingleFlight } from '../single-flight.ts'
import type { createSources, Source } from './sources.ts'

/** How long an original counts as unchanged without asking again, ms. */
const freshMs = 60 * 60 * 1000
/** And after asking in vain. */
const retryMs = 60 * 1000
/** How long a name that the image base does not know, or not as a picture, is not asked for again, ms. */
const absentMs = 30 * 1000
/** Of such names, of which anybody can make up as many as they like. */
const mostAbsent = 10_000
/** Originals asked for behind at a time. */
const mostRefreshes = 4

/**
 * The image base's originals, fetched once and kept. After an hour they are asked for again behind,
 * and shown as they are meanwhile: for as long as the image base fails.
 * @param base the image base's address, without a slash at its end
 * @param budget of the memory for originals, whatever is done with them
 * @param mostUnderWay originals that somebody waits for at a time
 */
export function createOriginals(
  base: () => Promise<string>,
  files: ReturnType<typeof createFileCache>,
  sources: ReturnType<typeof createSources>,
  encoder: Pick<Encoder, 'measure'>,
  budget: Budget,
  mostUnderWay: number,
) {
  const fetcher = createOriginalFetcher(base)
  const fetching = createSingleFlight<Source | null>(mostUnderWay)
  const refreshing = createSingleFlight<void>(mostRefreshes)
  /** With when the image base said so, ms. */
  const absent = new LRUCache<string, number>({ max: mostAbsent })

  async function describe({ file, validators }: Original): Promise<Source> {
    const isPicture = file.type !== 'application/pdf'
    return {
      original: file.digest.toString('hex'),
      type: file.type,
      width: isPicture ? await encoder.measure(file) : null,
      colour: null,
      validators,
      checkedAt: Date.now(),
    }
  }

  async function readCached(source: Source, room: Room): Promise<ImageFile | null> {
    const key = keyOf(source)
    const ready = files.peek(key)
    if (ready) return ready
    await room.reserve(mostOriginalBytes)
    const kept = await files.find(key)
    if (!kept || kept === 'none') return null
    room.shrinkTo(kept.bytes.length)
    return kept
  }

  async function take(name: string, source: Source, { file }: Original) {
    // One that is too large for memory is read from disk by who makes a picture of it.
    await files.keep(keyOf(source), file, { waits: true })
    const before = sources.peek(name)
    const colour = before?.original === source.original ? before.colour : null
    const taken = { ...source, colour }
    sources.set(name, taken)
    return taken
  }

  async function ask(name: string, source: Source, room: Room) {
    const fetched = await fetcher.fetch(name, room, source.validators)
    if (fetched === 'same') return sources.set(name, { ...source, checkedAt: Date.now() })
    if (fetched === 'none') {
      absent.set(name, Date.now())
      return sources.remove(name)
    }
    if (fetched === 'unfit') throw new Error('What came in its place is no picture')
    const next = await describe(fetched)
    if (source.width !== null && next.width === null) throw new Error('What came is broken')
    await take(name, next, fetched)
  }

  async function fetchNew(name: string, room: Room) {
    const fetched = await fetcher.fetch(name, room)
    if (typeof fetched === 'string') {
      absent.set(name, Date.now())
      return null
    }
    return { source: await take(name, await describe(fetched), fetched), file: fetched.file }
  }

  return {
    /** Whether the image base has just said that there is no such picture. */
    isAbsent: (name: string) => Date.now() - (absent.get(name) ?? -Infinity) <= absentMs,
    /**
     * What is known of a file; the image base is asked if that is nothing yet.
     * @returns null if there is no such file, or it is nothing that a page may show
     * @throws TooManyPictures, or when the image base gives no usable answer
     */
    find(name: string): Promise<Source | null> {
      return fetching.run(name, async () => {
        const known = await sources.find(name)
        if (known) return known
        const fetched = await budget.run((room) => fetchNew(name, room))
        return fetched && fetched.source
      })
    },
    /**
     * The original itself, fetched again where it is kept no more, with what is then known of it.
     * @param room for it, reserved here
     */
    async read(
      name: string,
      source: Source,
      room: Room,
    ): Promise<{ source: Source; file: ImageFile } | null> {
      const file = await readCached(source, room)
      return file ? { source, file } : fetchNew(name, room)
    },
    /** The same of what is kept alone. */
    readCached,
    /** Asks behind whether an original is still the same, if that was long ago. */
    refresh(name: string, source: Source) {
      if (Date.now() - source.checkedAt <= freshMs) return
      if (refreshing.isRunning(name) || refreshing.isFull()) return
      void refreshing.run(name, () =>
        budget
          .run((room) => ask(name, source, room))
          .catch((error: unknown) => {
            log.warn({ file: name, error: String(error) }, 'image refresh failed')
            const checkedAt = Date.now() - freshMs + retryMs
            sources.set(name, { ...source, checkedAt }, false)
          }),
      )
    },
    keyOf,
    close: () => fetcher.close(),
  }
}

function keyOf({ original }: Source) {
  return `${original}.original`
}
