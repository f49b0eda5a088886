import { LRUCache } from 'lru-cache'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { z } from 'zod'
import type { SharedCache } from '../shared-cache/shared-cache.ts'
import { contentTypeNames, type Config, type ContentType } from '../config.ts'
import { maxClockSkewS, readSignature, signatureHeader } from '../signatures.ts'
import { sendJson } from './admin-server.ts'
import type { RouteHandle } from './validation/route-table.ts'
import { log, createThrottledLog } from '@site/runtime/log'
import { parseJson } from '@site/arabic-text/characters'
import type { Purge } from './purges.ts'

/** Max. names remembered without the shared cache. */
const maxNames = 10_000

/**
 * Detects reuse of one-time values, such as a request's signature. Without the shared cache each process remembers its
 * own.
 * @param kind separates different kinds of values
 */
function createSeenOnce(cache: Pick<SharedCache, 'run'> | null, kind: string, lifetimeMs: number) {
  const own = new LRUCache<string, true>({ max: maxNames, ttl: lifetimeMs })

  return {
    /** @returns whether it is the first time */
    async isFirst(name: string): Promise<boolean> {
      if (own.has(name)) return false
      own.set(name, true)
      const reply = await cache?.run((commands) =>
        commands.set(`${kind}:${name}`, '1', 'PX', lifetimeMs, 'NX'),
      )
      // A null reply means that the key existed.
      return reply !== null
    },
  }
}

/** Address at which a content management system reports changed content. */
export const contentHookAddress = '/hooks/content'

/** This address is handled by the host, not by a route of the app. */
export const contentHookHandle: RouteHandle = {
  kind: 'form',
  post: { types: ['application/json'], maxBytes: 4 * 1024 },
}

/** An empty or missing list means all content. */
const bodySchema = z.object({ types: z.array(z.string()).default([]) })

/**
 * Handles POST requests with signed purges: `{"types":["News"]}`, with this project's names of content types or those of
 * CONTENT_TYPES. Sends 200 with what was purged, 400 for another body, 401 for an invalid or expired signature, 409 for a
 * reused one.
 */
export type ContentHook = (
  request: IncomingMessage,
  response: ServerResponse,
  body: Buffer,
) => Promise<void>

/** @param now clock in ms since the epoch; for tests */
export function createContentHook({
  secret,
  renamedTypes,
  sharedCache,
  purge,
  now = Date.now,
}: {
  secret: string
  renamedTypes: Config['content']['renamedTypes']
  sharedCache: Pick<SharedCache, 'run'> | null
  purge: Purge
  now?: () => number
}): ContentHook {
  const signatures = createSeenOnce(sharedCache, 'hook', 2 * maxClockSkewS * 1000)

  /** @returns undefined for an unknown name */
  function typesNamed(name: string): ContentType[] | undefined {
    const types = contentTypeNames.filter((type) => type === name || renamedTypes[type] === name)
    return types.length > 0 ? types : undefined
  }

  return async (request, response, body) => {
    const header = String(request.headers[signatureHeader] ?? '')
    const digest = readSignature(header, body, secret, now() / 1000)
    if (digest === null) {
      logRefused('signature')
      return sendJson(response, 401, { error: 'The signature is missing, wrong or too old.' })
    }
    const parsed = bodySchema.safeParse(parseJson(body.toString('utf8')))
    if (!parsed.success) {
      return sendJson(response, 400, { error: 'Send JSON such as {"types":["News"]}.' })
    }
    const types = parsed.data.types.map(typesNamed)
    if (types.includes(undefined)) {
      const known = contentTypeNames.join(', ')
      return sendJson(response, 400, { error: `Use types out of ${known}.` })
    }
    if (!(await signatures.isFirst(digest))) {
      logRefused('replay')
      return sendJson(response, 409, { error: 'This signature has been used before.' })
    }
    sendJson(
      response,
      200,
      await purge([...new Set(types.flatMap((some) => some ?? []))], 'webhook'),
    )
  }
}

const logRefused = createThrottledLog((suppressed, reason: 'signature' | 'replay') =>
  log.warn({ reason, suppressed }, 'content webhook refused'),
)
