import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Redis } from 'iovalkey'
import { expect, onTestFinished, test } from 'vitest'
import { findRedis } from '../../scripts/redis.mjs'
import type { SharedCache } from '../../server/shared-cache/shared-cache.ts'
import { eventually } from '../support/eventually.ts'
import { collectLog } from '../support/logged.ts'
import { getFreePort } from '../support/loopback.ts'
import { hasRedis, joinCache } from '../support/redis-server.ts'
import { runDoctor } from '../support/run-doctor.ts'
import { spawnRedis } from '../support/spawn-redis.ts'

const password = 'p%ss'
const login = `:${encodeURIComponent(password)}`
const failoverMs = 60_000

/** A server with settings of its own until the end of the test. */
async function startServer(...settings: string[]) {
  const port = await getFreePort()
  const folder = mkdtempSync(path.join(tmpdir(), 'redis-'))
  const common = ['--dir', folder, '--requirepass', password, '--masterauth', password]
  const server = await spawnRedis(port, [...common, ...settings])
  const client = new Redis(port, { password })
  client.on('error', () => undefined)
  const ended = once(server, 'exit')
  onTestFinished(async () => {
    client.disconnect()
    server.kill('SIGKILL')
    await ended
  })
  return { port, client, kill: () => server.kill('SIGKILL') }
}

/** Three masters that share the slots, and a replica of each. */
async function startCluster() {
  const settings = ['--cluster-enabled', 'yes', '--cluster-node-timeout', '1000']
  const nodes = await Promise.all(Array.from({ length: 6 }, () => startServer(...settings)))
  const [first, ...others] = nodes
  for (const { port } of others) await first?.client.cluster('MEET', '127.0.0.1', port)
  const bounds = [0, 5_461, 10_923, 16_384]
  for (const [at, { client }] of nodes.slice(0, 3).entries()) {
    const slots = [bounds[at] ?? 0, (bounds[at + 1] ?? 0) - 1] as const
    await client.call('CLUSTER', 'ADDSLOTSRANGE', ...slots)
  }
  for (const [at, { client }] of nodes.slice(3).entries()) {
    const id = String(await nodes[at]?.client.call('CLUSTER', 'MYID'))
    await eventually(() => client.call('CLUSTER', 'REPLICATE', id))
  }
  for (const { client } of nodes) {
    await eventually(async () => {
      const facts = String(await client.call('CLUSTER', 'INFO'))
      expect(facts).toMatch(/cluster_state:ok[^]*cluster_known_nodes:6/)
    }, failoverMs)
  }
  const synced = async () => {
    for (const { client } of nodes.slice(3)) expect(await client.info()).toContain('link_status:up')
  }
  await eventually(synced, failoverMs)
  return { nodes, url: `redis+cluster://${login}@127.0.0.1:${nodes[4]?.port}` }
}

/** A master, its replica, and a sentinel that has the replica take over after half a second. */
async function startWithSentinel() {
  const master = await startServer()
  const replica = await startServer('--replicaof', `127.0.0.1 ${master.port}`)
  await eventually(async () => expect(await replica.client.info()).toContain('link_status:up'))
  const port = await getFreePort()
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'sentinel-')), 'sentinel.conf')
  const watched = `sentinel monitor site 127.0.0.1 ${master.port} 1\nsentinel auth-pass site ${password}`
  const times = 'sentinel down-after-milliseconds site 500\nsentinel failover-timeout site 3000'
  writeFileSync(file, `port ${port}\nrequirepass ${password}\n${watched}\n${times}\n`)
  const sentinel = spawn(findRedis() ?? '', [file, '--sentinel'], { stdio: 'ignore' })
  const ended = once(sentinel, 'exit')
  onTestFinished(async () => {
    sentinel.kill('SIGKILL')
    await ended
  })
  const client = new Redis(port, { password })
  client.on('error', () => undefined)
  onTestFinished(() => client.disconnect())
  await eventually(async () => expect(await client.info()).toContain('slaves=1'))
  return { master, url: `redis+sentinel://${login}@127.0.0.1:${port}/site` }
}

/** Writes two keys in one go, as the site does, and reads both. */
async function useCache(cache: SharedCache, value: string) {
  await cache.run((client) => client.pipeline().set('one', value).set('two', value).exec())
  expect(await cache.run((client) => client.mget('one', 'two'))).toEqual([value, value])
}

test.skipIf(!hasRedis)(
  'a cluster is a shared cache, also after a failover',
  async () => {
    const { nodes, url } = await startCluster()
    const { factsOf } = collectLog()
    const cache = await joinCache(url)
    await useCache(cache, 'before')
    const owners = await Promise.all(nodes.slice(0, 3).map(({ client }) => client.dbsize()))
    expect(owners.filter((keys) => keys > 0)).toHaveLength(1)

    const { output } = await runDoctor({ SHARED_CACHE_URL: url, SECRET: 'only-for-the-tests' })
    expect(output).toMatch(
      /Connected to redis\+cluster:\/\/127\.0\.0\.1:\d+\.\n[^]*Writing +Allowed/,
    )
    expect(output).not.toContain('ss@')

    nodes[owners.findIndex((keys) => keys > 0)]?.kill()
    await eventually(() => useCache(cache, 'after'), failoverMs)
    expect(cache.isJoined()).toBe(true)
    expect(factsOf('shared cache unavailable').length).toBeGreaterThan(0)
  },
  180_000,
)

test.skipIf(!hasRedis)(
  'the master that a sentinel names is a shared cache',
  async () => {
    const { master, url } = await startWithSentinel()
    const { factsOf } = collectLog()
    const cache = await joinCache(url)
    await useCache(cache, 'before')
    const { output } = await runDoctor({ SHARED_CACHE_URL: url, SECRET: 'only-for-the-tests' })
    expect(output).toMatch(/Connected to redis\+sentinel:\/\/127\.0\.0\.1:\d+\/site/)

    master.kill()
    await eventually(() => useCache(cache, 'after'), failoverMs)
    expect(factsOf('shared cache unavailable').length).toBeGreaterThan(0)
  },
  180_000,
)
