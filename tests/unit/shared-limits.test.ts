import { describe, expect, test } from 'vitest'
import { createClientLimit } from '../../server/http/load-shedding/client-limits.ts'
import { createSharedLimits } from '../../server/shared-cache/shared-limits.ts'
import { eventually } from '../support/eventually.ts'
import { hasRedis, joinCache, startRedis } from '../support/redis-server.ts'

const limit = { burst: 20, perSecond: 0.001 }

describe.skipIf(!hasRedis)('limits of clients that several processes count together', () => {
  test('what a client takes in one is taken in the others; other clients are not affected', async () => {
    const redis = await startRedis()
    async function open() {
      const { share } = createSharedLimits(await joinCache(redis.url), 'a secret of the site')
      return share('pages', createClientLimit(limit))
    }
    const [one, other] = [await open(), await open()]
    const takeAll = (client: string, count: number) =>
      Array.from({ length: count }, () => one.take(client)).filter(Boolean).length
    // Limits count from the first round on.
    await eventually(() => {
      one.take('203.0.113.1')
      other.take('203.0.113.1')
      expect(other.shareLeft('203.0.113.1')).toBeLessThan(one.shareLeft('203.0.113.9') - 0.2)
    })
    expect(takeAll('203.0.113.2', 18)).toBe(18)
    await eventually(() => {
      // It learns of the others when the client takes something here.
      const left = other.shareLeft('203.0.113.2') * limit.burst
      if (left > 5) other.take('203.0.113.2')
      expect(left).toBeLessThan(2)
    })
    expect(other.take('203.0.113.3')).toBe(true)
    const keys = await redis.client.keys('*limit:*')
    const fields = await Promise.all(keys.map((key) => redis.client.hkeys(key)))
    expect(fields.flat().length).toBeGreaterThan(1)
    expect(fields.flat().join(' ')).not.toContain('203.0.113')
  })
})
