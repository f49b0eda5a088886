import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { ContentType } from '../../config.ts'
import { metrics } from '../../observe/metrics.ts'
import {
  maxValueBytes,
  repliesOf,
  type Commands,
  type SharedCache,
} from '../../shared-cache/shared-cache.ts'
import { purgeFields, purgesIn, purgesKey } from '../../shared-cache/shared-purges.ts'
import { fingerprintOf } from '../api/response-body.ts'
import { limits } from '../limits.ts'
import {
  callKindOf,
  isEmpty,
  type Content,
  type ContentCall,
  type ContentLayer,
  type ParseResponse,
} from '../call.ts'
import { logUnreadable, pack, unpack, type StoredResponse } from './disk-cache.ts'

/** Lifetime of a lock, ms. It exceeds the longest content call, so an expired lock means that its holder has died. */
const lockMs = limits.wholeCall + 1_000

/** Max. wait for another process's call, ms. It leaves time for this process's own call. */
const maxWaitMs = 2_500

/** Interval between checks whether that call has ended, ms; doubled each time up to the maximum. */
const firstPollMs = 10
const maxPollMs = 100

const nothing: Obtained = { found: null, lease: null }

/** Deletes a lock if the caller still holds it. */
const releaseScript = `
if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end
return 0`

/** A stored response, and whether it is newer than all purges. */
type SharedResponse = StoredResponse & { isCurrent: boolean }

/** The right to call the content API for a key, while other processes wait for the result. */
interface Lease {
  key: string
  /** Identifies this call as the holder of the lock. */
  holder: string
  /** The purges that were known before the call. */
  purges: string
}

/**
 * A response that another process has loaded, or the right to load it. With neither, the process calls the API on its
 * own.
 */
interface Obtained {
  found: StoredResponse | null
  lease: Lease | null
}

interface ResponsesOfAll {
  /** Finds a fresh response that another process has loaded, or waits for one that it is loading; else shares its own. */
  layer: ContentLayer
  /** Finds the last good response, of any age. */
  find(key: string, type: ContentType): Promise<SharedResponse | null>
  /** Deletes a response, since its post was deleted. */
  remove(key: string): Promise<void>
}

interface SharedContentOptions {
  /** Identifies the content API. */
  scope: string
  /** How long a response is fresh, ms; 0: each process calls the API on its own. */
  freshMs: number
  /** Max. age at which a response may be used, ms. */
  lifetimeMs: number
  parse: ParseResponse
}

/**
 * Shares the last good responses of the content API among several processes: one process's call serves all. Shared
 * responses are validated like the API's.
 */
export class SharedContent implements ResponsesOfAll {
  readonly #cache: Pick<SharedCache, 'run'>
  readonly #options: SharedContentOptions

  constructor(cache: Pick<SharedCache, 'run'>, options: SharedContentOptions) {
    this.#cache = cache
    this.#options = options
  }

  readonly layer: ContentLayer = (next) => async (call) => {
    if (this.#options.freshMs === 0) return next(call)
    const { found, lease } = await this.#obtain(call.key, call.query.type)
    metrics.sharedContent.inc({ source: found ? 'shared' : 'api' })
    let saved: Promise<void> | undefined
    try {
      const shared = found && (await this.#accept(call, found))
      if (shared) return shared
      const content = await next(call)
      if (lease && isShareable(call, content)) saved = this.#save(lease, content)
      return content
    } finally {
      if (lease) void this.#end(lease, saved)
    }
  }

  async find(key: string, type: ContentType) {
    const result = await this.#read(key, type)
    return result?.stored ?? null
  }

  async remove(key: string) {
    await this.#cache.run((commands) => commands.del(contentKey(nameOf(key))))
  }

  /** @returns null if the response of another process cannot be parsed */
  async #accept(call: ContentCall, found: StoredResponse): Promise<Content | null> {
    try {
      const { arrivedAt } = found
      return { ...(await this.#options.parse(call, found)), calledAt: arrivedAt, arrivedAt }
    } catch (error) {
      logUnreadable(call.key, error)
      return null
    }
  }

  async #obtain(key: string, type: ContentType): Promise<Obtained> {
    const first = await this.#read(key, type)
    if (!first) return nothing
    let found = this.#freshIn(first)
    const until = Date.now() + maxWaitMs
    while (!found) {
      const holder = randomBytes(12).toString('base64url')
      const locked = await this.#lock(key, type, holder)
      if (!locked) return nothing
      const { hasLock, purges } = locked
      const lease = { key, holder, purges }
      found = this.#freshIn(locked)
      if (found && hasLock) await this.#end(lease)
      // The result of a call that took too long is also shared.
      if (!found && (hasLock || !(await this.#lockReleased(key, until)))) return { found, lease }
    }
    return { found, lease: null }
  }

  #freshIn({ stored }: { stored: SharedResponse | null }) {
    const isFresh = stored?.isCurrent && Date.now() < stored.arrivedAt + this.#options.freshMs
    return isFresh ? stored : null
  }

  /** Returns the stored response, of any age; undefined when the shared cache is unavailable. */
  async #read(key: string, type: ContentType) {
    const replies = await this.#cache.run(async (commands) =>
      repliesOf(await readIn(commands.pipeline(), key, type).exec()),
    )
    return replies && this.#interpret(key, replies)
  }

  /** Acquires the lock, and reads again: the previous holder may have just finished. */
  async #lock(key: string, type: ContentType, holder: string) {
    const replies = await this.#cache.run(async (commands) => {
      const locking = commands.pipeline().set(lockKey(nameOf(key)), holder, 'PX', lockMs, 'NX')
      return repliesOf(await readIn(locking, key, type).exec())
    })
    if (!replies) return undefined
    const [lock, ...others] = replies
    return { hasLock: lock === 'OK', ...(await this.#interpret(key, others)) }
  }

  async #interpret(key: string, [bytes, fields]: unknown[]) {
    const purges = purgesIn(fields)
    const stored = await this.#unpack(key, bytes)
    return { purges, stored: stored && { ...stored, isCurrent: stored.purges === purges } }
  }

  async #unpack(key: string, bytes: unknown): Promise<StoredResponse | null> {
    const { scope, lifetimeMs } = this.#options
    if (!Buffer.isBuffer(bytes) || bytes.length > maxValueBytes) return null
    const stored = await unpack(bytes, scope, key)
    if (!stored || stored.body.length > limits.decodedBody) return null
    // Another machine's clock may be ahead.
    const arrivedAt = Math.min(stored.arrivedAt, Date.now())
    if (Date.now() >= arrivedAt + lifetimeMs) return null
    // A truncated body is not the API's, so its fingerprint must not match the API's either.
    if (stored.isCut) return { ...stored, arrivedAt, fingerprint: `cut ${stored.fingerprint}` }
    const isIntact = stored.fingerprint === (await fingerprintOf(stored.body))
    return isIntact ? { ...stored, arrivedAt } : null
  }

  /** @returns whether the lock holder's call has ended in time */
  async #lockReleased(key: string, until: number) {
    const isHeld = (commands: Commands) => commands.exists(lockKey(nameOf(key)))
    for (let waitMs = firstPollMs; Date.now() < until; waitMs = Math.min(2 * waitMs, maxPollMs)) {
      await pause(waitMs)
      const held = await this.#cache.run(isHeld)
      if (held === undefined) return false
      if (held === 0) return true
    }
    return false
  }

  async #save({ key, purges }: Lease, { body, fingerprint, isCut, calledAt }: Content) {
    if (!body) return
    const { scope, lifetimeMs } = this.#options
    const response = { body, fingerprint, isCut, arrivedAt: calledAt, purges }
    const bytes = await pack(response, scope, key)
    if (bytes.length > maxValueBytes) return
    await this.#cache.run((commands) =>
      commands.set(contentKey(nameOf(key)), bytes, 'PX', lifetimeMs),
    )
  }

  /** Releases the waiting processes, once the response is shared. */
  async #end({ key, holder }: Lease, saved?: Promise<void>) {
    await saved
    await this.#cache.run((commands) =>
      commands.eval(releaseScript, 1, lockKey(nameOf(key)), holder),
    )
  }
}

/** Adds the commands that read a response and the purges of its type. */
function readIn(pipeline: ReturnType<Commands['pipeline']>, key: string, type: ContentType) {
  return pipeline.getBuffer(contentKey(nameOf(key))).hmget(purgesKey, ...purgeFields(type))
}

/** An API that has lost its data returns empty responses, which must not replace what other processes have. */
function isShareable(call: ContentCall, content: Content) {
  if (!isEmpty(content)) return true
  const { known } = call
  const isExpected =
    known === null || (known !== undefined && (isEmpty(known) || known.acceptsEmpty))
  return isExpected && callKindOf(call) !== 'details'
}

function nameOf(key: string) {
  return createHash('sha256').update(key).digest('base64url')
}

function contentKey(name: string) {
  return `content:${name}`
}

function lockKey(name: string) {
  return `lock:${name}`
}
