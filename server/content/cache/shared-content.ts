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
import { pack, unpack, type StoredResponse } from './disk-cache.ts'

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

/** The right to call the content API for a key, while other processes wait for the result. */
export interface Lease {
  /** Shares the response, in the background. */
  save(response: StoredResponse): void
  /** Releases the waiting processes, once the response is shared. */
  end(): Promise<void>
}

/**
 * A response that another process has loaded, or the right to load it. With neither, the process calls the API on its
 * own.
 */
export interface Obtained {
  found: StoredResponse | null
  lease: Lease | null
}

/**
 * Shares the last good responses of the content API among several processes: one process's call serves all. Shared
 * responses are validated like the API's.
 */
export interface SharedContent {
  /**
   * Finds a fresh response that another process has loaded, or waits for one that it is loading.
   * @param freshMs how long a response is fresh, in ms
   * @returns without either, the caller calls the content API
   */
  obtain: (key: string, type: ContentType, freshMs: number) => Promise<Obtained>
  /**
   * Finds the last good response, of any age.
   * @returns `isCurrent`: it is newer than all purges
   */
  find: (
    key: string,
    type: ContentType,
  ) => Promise<(StoredResponse & { isCurrent: boolean }) | null>
  /** Deletes a response, since its post was deleted. */
  remove: (key: string) => Promise<void>
}

/**
 * @param scope identifies the content API
 * @param lifetimeMs max. age at which a response may be used
 * @param now clock in ms since the epoch
 */
export function createSharedContent(
  cache: Pick<SharedCache, 'run'>,
  { scope, lifetimeMs, now = Date.now }: { scope: string; lifetimeMs: number; now?: () => number },
): SharedContent {
  async function parse(key: string, bytes: unknown): Promise<StoredResponse | null> {
    if (!Buffer.isBuffer(bytes) || bytes.length > maxValueBytes) return null
    const stored = await unpack(bytes, scope, key)
    if (!stored || stored.body.length > limits.decodedBody) return null
    // Another machine's clock may be ahead.
    const arrivedAt = Math.min(stored.arrivedAt, now())
    if (now() >= arrivedAt + lifetimeMs) return null
    // A truncated body is not the API's, so its fingerprint must not match the API's either.
    if (stored.isCut) return { ...stored, arrivedAt, fingerprint: `cut ${stored.fingerprint}` }
    const isIntact = stored.fingerprint === (await fingerprintOf(stored.body))
    return isIntact ? { ...stored, arrivedAt } : null
  }

  async function interpret(key: string, [bytes, fields]: unknown[]) {
    const purges = purgesIn(fields)
    const stored = await parse(key, bytes)
    return { stored, purges, isCurrent: stored?.purges === purges }
  }

  /** Returns the stored response, of any age; undefined when the shared cache is unavailable. */
  async function read(key: string, type: ContentType) {
    const name = nameOf(key)
    const replies = await cache.run(async (commands) =>
      repliesOf(
        await commands
          .pipeline()
          .getBuffer(contentKey(name))
          .hmget(purgesKey, ...purgeFields(type))
          .exec(),
      ),
    )
    return replies && interpret(key, replies)
  }

  /** Acquires the lock, and reads again: the previous holder may have just finished. */
  async function takeLock(key: string, type: ContentType, holder: string) {
    const name = nameOf(key)
    const replies = await cache.run(async (commands) =>
      repliesOf(
        await commands
          .pipeline()
          .set(lockKey(name), holder, 'PX', lockMs, 'NX')
          .getBuffer(contentKey(name))
          .hmget(purgesKey, ...purgeFields(type))
          .exec(),
      ),
    )
    if (!replies) return undefined
    const [lock, ...others] = replies
    return { hasLock: lock === 'OK', ...(await interpret(key, others)) }
  }

  /** @returns whether the lock holder's call has ended in time */
  async function lockReleased(key: string, until: number) {
    const isHeld = (commands: Commands) => commands.exists(lockKey(nameOf(key)))
    for (let waitMs = firstPollMs; now() < until; waitMs = Math.min(2 * waitMs, maxPollMs)) {
      await pause(waitMs)
      const held = await cache.run(isHeld)
      if (held === undefined) return false
      if (held === 0) return true
    }
    return false
  }

  function leaseOf(key: string, holder: string, purges: string): Lease {
    const name = nameOf(key)
    let saved: Promise<void> = Promise.resolve()

    async function save(response: StoredResponse) {
      const bytes = await pack({ ...response, purges }, scope, key)
      if (bytes.length > maxValueBytes) return
      await cache.run((commands) => commands.set(contentKey(name), bytes, 'PX', lifetimeMs))
    }

    return {
      save(response) {
        saved = save(response)
      },
      async end() {
        await saved
        await cache.run((commands) => commands.eval(releaseScript, 1, lockKey(name), holder))
      },
    }
  }

  async function obtain(key: string, type: ContentType, freshMs: number): Promise<Obtained> {
    type Read = Awaited<ReturnType<typeof read>>
    const freshIn = (result: Read) => {
      const { stored, isCurrent } = result ?? {}
      return stored && isCurrent && now() < stored.arrivedAt + freshMs ? stored : null
    }
    const first = await read(key, type)
    if (!first) return nothing
    let found = freshIn(first)
    const until = now() + maxWaitMs
    while (!found) {
      const holder = randomBytes(12).toString('base64url')
      const taken = await takeLock(key, type, holder)
      if (!taken) return nothing
      found = freshIn(taken)
      const lease = leaseOf(key, holder, taken.purges)
      if (found && taken.hasLock) await lease.end()
      if (found) break
      // The result of a call that took too long is also shared.
      if (taken.hasLock || !(await lockReleased(key, until))) return { found: null, lease }
    }
    return { found, lease: null }
  }

  return {
    async obtain(key, type, freshMs) {
      const obtained = await obtain(key, type, freshMs)
      metrics.sharedContent.inc({ source: obtained.found ? 'shared' : 'api' })
      return obtained
    },
    async find(key, type) {
      const result = await read(key, type)
      return result?.stored ? { ...result.stored, isCurrent: result.isCurrent } : null
    },
    async remove(key) {
      await cache.run((commands) => commands.del(contentKey(nameOf(key))))
    },
  }
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
