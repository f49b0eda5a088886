import { once } from 'node:events'
import { Redis } from 'iovalkey'
import { onTestFinished } from 'vitest'
import { findRedis } from '../../scripts/redis.mjs'
import { SharedCache } from '../../server/shared-cache/shared-cache.ts'
import { eventually } from './eventually.ts'
import { getFreePort } from './loopback.ts'
import { spawnRedis } from './spawn-redis.ts'

/** Without a server on this machine the tests of the shared cache are skipped. */
export const hasRedis = findRedis() !== undefined

/** A real Redis or Valkey server until the end of the test. */
export async function startRedis() {
  const redis = await openRedis()
  onTestFinished(redis.close)
  return redis
}

/** A real Redis or Valkey server until it is closed. */
export async function openRedis() {
  const ownPort = await getFreePort()
  let server = await spawnRedis(ownPort)
  const url = `redis://127.0.0.1:${ownPort}`
  const client = new Redis(url, { maxRetriesPerRequest: null })
  // It is killed on purpose.
  client.on('error', () => undefined)

  async function kill() {
    const ended = once(server, 'exit')
    server.kill('SIGKILL')
    await ended
  }
  return {
    url,
    close: async () => {
      client.disconnect()
      if (server.exitCode === null && server.signalCode === null) await kill()
    },
    port: ownPort,
    /** Sends commands as an operator. */
    client,
    /** The key of the only content that is shared, once it is. */
    contentKey: () =>
      eventually(async () => {
        const [key] = await client.keys('*content:*')
        if (key === undefined) throw new Error('No content is shared.')
        return key
      }),
    kill,
    /** Starts it again, empty. */
    restart: async () => {
      server = await spawnRedis(ownPort)
    },
    /** Accepts connections, and replies nothing. */
    freeze: () => server.kill('SIGSTOP'),
    thaw: () => server.kill('SIGCONT'),
  }
}

/** A connection to it as a process of the site has one, joined, until the end of the test. */
export async function joinCache(url: string, isToBeJoined = true): Promise<SharedCache> {
  // Rounds follow one another quickly, so that tests need not wait; a busy machine may be late with a reply.
  const times = { command: 500, round: 20, maxReconnect: 200 }
  const cache = new SharedCache(url, 'test', times)
  onTestFinished(() => cache.close())
  await cache.ready()
  if (isToBeJoined && !cache.isJoined()) throw new Error('The shared cache was not joined.')
  return cache
}
