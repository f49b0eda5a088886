import { setTimeout as pause } from 'node:timers/promises'
import { Agent, request } from 'undici'
import type { ContentType } from '../config.ts'
import { log } from '../log.ts'
import { metrics } from '../metrics.ts'
import type { OutgoingHeaders } from '../outgoing-headers.ts'
import { createThrottledLog } from '../throttled-log.ts'

/** What every response with content is tagged with, besides its types. */
export const tagOfAllContent = 'content'

/** In ms. */
const timeoutMs = 1_000
const retryMs = 300

export type ProxyPurges = ReturnType<typeof createProxyPurges>

/**
 * Purges what proxies in front have cached: `PURGE` with the tags as `Surrogate-Key`, once more if that fails.
 * @param addresses of the proxies; they must accept purges from this machine only
 * @param userAgent the site's name
 */
export function createProxyPurges(addresses: readonly string[], userAgent: OutgoingHeaders) {
  const dispatcher = new Agent({
    connections: 1,
    connect: { timeout: timeoutMs },
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
  })

  async function send(address: string, tags: string) {
    // undici types only the methods of the standard.
    const { statusCode, body } = await request(address, {
      dispatcher,
      method: 'PURGE' as 'POST',
      headers: { ...userAgent, 'surrogate-key': tags },
    })
    await body.dump()
    if (statusCode < 200 || statusCode > 299) throw new Error(`status ${statusCode}`)
  }

  async function purge(address: string, tags: string) {
    try {
      await send(address, tags).catch(async () => {
        await pause(retryMs)
        return send(address, tags)
      })
      metrics.proxyPurges.inc({ outcome: 'ok' })
    } catch (error) {
      metrics.proxyPurges.inc({ outcome: 'failed' })
      logFailed(new URL(address).host, error)
    }
  }

  return {
    /** In the background. @param types empty for all content */
    purge(types: readonly ContentType[]) {
      const tags = types.length > 0 ? types.join(' ') : tagOfAllContent
      for (const address of addresses) void purge(address, tags)
    },
    close: () => dispatcher.destroy(),
  }
}

const logFailed = createThrottledLog((suppressed, proxy: string, error: unknown) =>
  log.warn({ proxy, error: String(error), suppressed }, 'proxy not purged'),
)
