import { LRUCache } from 'lru-cache'
import type { Dispatcher } from 'undici'
import { log } from '@site/runtime/log'
import { createOutgoingAgent } from '../outgoing-agent.ts'
import type { OutgoingHeaders } from '../outgoing-headers.ts'
import { baseFileLimits, fileAddress, lengthOf, requestFile, shortHeaderOf } from './image-base.ts'

/** Max. files whose last refresh or absence is remembered: anyone can request any number of names. */
const maxRemembered = 10_000
/** Max. concurrent refreshes. */
const maxRefreshes = 4

/** Validators from the image base's last response; empty where it sent none. */
export interface Validators {
  etag: string
  lastModified: string
}

/** A response: a file (200), a part of it (206), no change (304), or no such part (416). */
export interface BaseFile {
  statusCode: 200 | 206 | 304 | 416
  headers: Dispatcher.ResponseData['headers']
  /** Must be read or destroyed. */
  body: Dispatcher.ResponseData['body']
  /** In bytes; null if the image base does not say. */
  length: number | null
  validators: Validators
}

interface BaseFilesOptions {
  /** Returns the image base's address, without a trailing slash. */
  base: () => Promise<string>
  /** Secret headers of every request. Redirects are not followed, so no other host receives them. */
  headers: OutgoingHeaders
  agent: Parameters<typeof createOutgoingAgent>[0]
  /** Max. size of a file, bytes. */
  maxBytes: number
  /** Log message of a refresh that failed. */
  refreshFailed: string
  limits?: typeof baseFileLimits
}

/**
 * The way to files of the image base, for whoever caches them: a file is fresh for an hour, then it is refreshed in the
 * background and served stale meanwhile, for as long as the image base fails. A missing one is not requested again for a while.
 */
export class BaseFiles {
  readonly #options: BaseFilesOptions
  readonly #limits: typeof baseFileLimits
  readonly #dispatcher: Dispatcher
  /** When a file may be requested or refreshed again, ms since the epoch. */
  readonly #paused = new LRUCache<string, { until: number; isAbsent: boolean }>({
    max: maxRemembered,
  })
  #refreshes = 0

  constructor(options: BaseFilesOptions) {
    this.#options = options
    this.#limits = options.limits ?? baseFileLimits
    this.#dispatcher = createOutgoingAgent(options.agent)
  }

  /**
   * Requests a file, perhaps under conditions.
   * @returns 'none' if there is no such file, which is remembered
   * @throws an error when the image base gives no usable response, or a file that is too large
   */
  async request(
    name: string,
    options: Pick<Dispatcher.RequestOptions, 'signal' | 'highWaterMark'> & {
      headers?: Record<string, string>
    },
  ): Promise<BaseFile | 'none'> {
    const { base, headers: ownHeaders, maxBytes } = this.#options
    const { statusCode, headers, body } = await requestFile(fileAddress(await base(), name), {
      ...options,
      dispatcher: this.#dispatcher,
      headers: { ...ownHeaders, ...options.headers },
    })
    const length = lengthOf(headers['content-length'])
    const isFile = statusCode === 200 || statusCode === 206
    const validators = {
      etag: shortHeaderOf(headers.etag),
      lastModified: shortHeaderOf(headers['last-modified']),
    }
    if ((isFile && (length ?? 0) <= maxBytes) || statusCode === 304 || statusCode === 416) {
      return { statusCode, headers, body, length, validators }
    }
    // An unread body would block its connection.
    body.destroy()
    if (isFile) throw new Error(`${name} is too large: ${length} bytes`)
    if (statusCode !== 404 && statusCode !== 410) {
      throw new Error(`The image base returned ${statusCode} for ${name}`)
    }
    this.markAbsent(name)
    return 'none'
  }

  /** Remembers that there is no such file, or none that may be served. */
  markAbsent(name: string) {
    this.#paused.set(name, { until: Date.now() + this.#limits.absentMs, isAbsent: true })
  }

  isAbsent(name: string) {
    const pause = this.#paused.get(name)
    return pause !== undefined && pause.isAbsent && Date.now() <= pause.until
  }

  /**
   * Refreshes a cached file in the background, if it is stale. A failure is logged.
   * @param checkedAt when the image base last confirmed it, ms since the epoch
   */
  refreshIfStale(name: string, checkedAt: number, refresh: () => Promise<unknown>) {
    const now = Date.now()
    if (now - checkedAt <= this.#limits.freshMs || this.#refreshes >= maxRefreshes) return
    if (now <= (this.#paused.get(name)?.until ?? -Infinity)) return
    this.#paused.set(name, { until: now + this.#limits.retryMs, isAbsent: false })
    this.#refreshes += 1
    refresh()
      .catch((error: unknown) =>
        log.warn({ file: name, error: String(error) }, this.#options.refreshFailed),
      )
      .finally(() => (this.#refreshes -= 1))
  }

  /** Requests a file again, since it has changed. */
  expire(name: string) {
    this.#paused.delete(name)
  }

  close() {
    return this.#dispatcher.destroy()
  }
}

/** Returns the headers of a conditional request. If-None-Match takes precedence (RFC 9110, 13.2.2). */
export function conditionsOf({ etag, lastModified }: Validators): Record<string, string> {
  if (etag !== '') return { 'if-none-match': etag }
  return lastModified === '' ? {} : { 'if-modified-since': lastModified }
}
