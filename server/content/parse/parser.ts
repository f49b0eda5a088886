import { log, createThrottledLog } from '@site/runtime/log'
import { createThreadClient, type Threaded } from '@site/runtime/thread-client'
import { metrics } from '../../observe/metrics.ts'
import type { ContentLanguage } from '../content-types.ts'
import { ContentUnavailable } from '../failures.ts'
import type { ItemOf, ShapeName } from '../posts/post.ts'
import type { Cut, RemovedElements } from './truncate.ts'
import {
  receivedParts,
  type Facts,
  type ItemsPart,
  type ParserMethods,
  type WorkerData,
} from './messages.ts'

/** Limits of parsing a response. Times in ms. */
export const parsingLimits = {
  /**
   * CPU time of the thread. A response at the size limits takes less than half of it, in a thread that has just
   * started.
   */
  deadline: 1_000,
  /**
   * The wall-clock limit is this many times the deadline, for a busy machine or a system that does not report CPU time.
   */
  wallClockFactor: 10,
  /**
   * Heap of the thread, in MB. Exceeding it ends the thread at best and the process at worst, so the limits on JSON and
   * texts apply first, and no input is known to get this far.
   */
  heap: { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 8 },
  /** Time after which an idle thread ends, which frees its thirty megabytes. */
  idle: 60_000,
  /** Max. responses waiting to be parsed, besides the current one. */
  maxWaiting: 512,
  maxWaitingBytes: 32 * 1024 * 1024,
  /** How long an unparsable response is not retried. The first period is shorter, since the machine may be at fault. */
  firstCooldown: 30_000,
  cooldown: 10 * 60_000,
}

/** How to parse a response. */
interface ReadOptions<N extends ShapeName> {
  shape: N
  language: ContentLanguage
  /** Whether the response is one object rather than a list. */
  isSingle?: boolean
  /** The public address of this site, if it is known: texts link to it by path. */
  siteUrl?: string | undefined
  /** Labels of specifications that are left out. */
  hiddenSpecs?: readonly string[]
  /** The content type and the call, for the log. */
  type: string
  call: string
}

/** A response that has not been parsed. */
export interface UnreadResponse {
  body: Uint8Array
  /** Equal for equal responses. */
  fingerprint: string
}

export interface ParsedResponse<Item> {
  items: Item[]
  /** The response's own body or, if something was truncated, JSON of the rest. */
  body: Uint8Array
  isCut: boolean
  /** Number of items that could not be parsed, and the problem of the first. */
  droppedCount: number
  problem: string | undefined
}

/** Parses responses of the content API (see createParser). */
export interface ResponseParser {
  /**
   * Starts the thread, for responses that are expected. Resolves when it is ready or has failed to start; in the
   * latter case each read rejects.
   */
  ready(): Promise<void>
  /**
   * @throws ContentUnavailable 'shape' for anything but a list in JSON, 'costly' for a response that takes too much
   * time or memory, now or recently, and 'busy' when too many responses wait
   */
  read<N extends ShapeName>(
    response: UnreadResponse,
    options: ReadOptions<N>,
  ): Promise<ParsedResponse<ItemOf<N>>>
  /** Ends the thread. What waits for it is rejected. */
  close(): Promise<void>
}

/**
 * Parses responses in its own thread: parses JSON, validates items, sanitises texts. A response within all size limits
 * can still take seconds or hundreds of megabytes; then only the response and the thread are lost, and nothing else is
 * blocked. The thread starts when a response is expected, and again after idling or crashing.
 * @param timeZone the company's, an IANA name
 * @param country the company's, ISO 3166-1, if it is known
 */
export function createParser(timeZone: string, country?: string): ResponseParser {
  return new ParserThread(timeZone, country)
}

/** A response that ended the thread, or would have; `isKnown`: it did so a while ago. */
class CostlyResponse extends Error {
  constructor(
    message: string,
    readonly isKnown: boolean,
    cause?: Error,
  ) {
    super(message, { cause })
  }
}

class ParserThread implements ResponseParser {
  readonly #shared = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  readonly #thread: Threaded<ParserMethods>
  /** The parts that have arrived of each response. */
  readonly #parts = new Map<number, unknown[]>()
  #lastId = 0

  constructor(timeZone: string, country: string | undefined) {
    const { heap, maxWaiting, maxWaitingBytes, idle, wallClockFactor } = parsingLimits
    this.#thread = createThreadClient<ParserMethods, ItemsPart>({
      program: 'server/content/parse/parse-worker.ts',
      workerData: { shared: this.#shared.buffer, timeZone, country } satisfies WorkerData,
      heap,
      maxWaiting,
      maxWaitingSize: maxWaitingBytes,
      restartMs: 0,
      idleMs: idle,
      endsOnTimeout: true,
      workOf: {
        parse: ({ shape, fingerprint, body }) => ({
          subject: `${shape} ${fingerprint}`,
          size: body.length,
        }),
      },
      quarantine: {
        firstMs: parsingLimits.firstCooldown,
        laterMs: parsingLimits.cooldown,
        refuse: () => new CostlyResponse('the response was unreadable a while ago', true),
      },
      timeouts: {
        // Tests change it.
        get parse() {
          return parsingLimits.deadline
        },
      },
      clockFactor: wallClockFactor,
      endedMessage: null,
      notStartedMessage: 'content reader thread failed to start',
      onNotice: (part) => this.#receive(part),
      toFailure: (fault, reason, cause) =>
        fault === 'busy' && !cause
          ? new ContentUnavailable('busy', reason)
          : new CostlyResponse(reason, false, cause),
    })
  }

  ready() {
    return this.#thread.ready()
  }

  async read<N extends ShapeName>(
    { body, fingerprint }: UnreadResponse,
    { shape, language, isSingle = false, siteUrl, hiddenSpecs = [], type, call }: ReadOptions<N>,
  ): Promise<ParsedResponse<ItemOf<N>>> {
    const id = ++this.#lastId
    const parts: unknown[] = []
    this.#parts.set(id, parts)
    try {
      const request = { id, shape, language, isSingle, siteUrl, hiddenSpecs, body, fingerprint }
      const result = await this.#thread.parse(request)
      if ('failed' in result) {
        throw new ContentUnavailable(result.failed.fault, result.failed.message)
      }
      const { items, facts } = result
      logFacts(facts, type, call)
      const { cutBody, cutCount, dropped, droppedCount } = facts
      const found = [...parts, ...items] as ItemOf<N>[]
      const read = { items: found, body: cutBody ?? body, isCut: cutCount > 0 }
      return { ...read, droppedCount, problem: dropped[0]?.problem }
    } catch (error) {
      throw failureOf(error, type, call)
    } finally {
      this.#parts.delete(id)
    }
  }

  close() {
    return this.#thread.close()
  }

  #receive({ id, items }: ItemsPart) {
    const parts = this.#parts.get(id)
    for (const item of items) parts?.push(item)
    // Delayed, so that other pending events run before the next part.
    setImmediate(() => {
      Atomics.add(this.#shared, receivedParts, 1)
      Atomics.notify(this.#shared, receivedParts)
    })
  }
}

/** Maps the failure of a response, and reports one that was too costly. */
function failureOf(error: unknown, type: string, call: string) {
  if (error instanceof ContentUnavailable) {
    error.message = `${call}: ${error.message}`
    return error
  }
  const { message } = error instanceof Error ? error : { message: String(error) }
  if (!(error instanceof CostlyResponse && error.isKnown)) {
    metrics.contentUnreadable.inc({ type })
    log.error({ type, call, error: message }, 'content response too costly to read')
  }
  return new ContentUnavailable('costly', `${call}: ${message}`, { cause: error })
}

function logFacts(
  { cuts, cutCount, dropped, droppedCount, removed }: Facts,
  type: string,
  call: string,
) {
  for (const { index, problem } of dropped) {
    log.warn({ call, index, problem }, 'content item dropped')
  }
  if (droppedCount > dropped.length) {
    log.warn({ call, dropped: droppedCount }, 'more content items dropped')
  }
  const [first] = cuts
  if (first) logCut({ type, call, ...first, cuts: cutCount })
  for (const text of removed) logRemoved({ type, call, ...text })
}

const logCut = createThrottledLog(
  (suppressed, cut: Cut & { type: string; call: string; cuts: number }) =>
    log.warn({ ...cut, suppressed }, 'content truncated'),
)

const logRemoved = createThrottledLog(
  (suppressed, text: RemovedElements & { type: string; call: string }) =>
    log.warn({ ...text, suppressed }, 'rich text elements removed'),
)
