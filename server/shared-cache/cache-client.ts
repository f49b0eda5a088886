import { Cluster, Redis, type RedisOptions } from 'iovalkey'
import { parseServers } from './cache-address.ts'

const defaultTimeoutMs = 1_000

/** The client of a Valkey or Redis server, of the master that sentinels name, or of a cluster. */
export type CacheClient = Redis | Cluster

/**
 * Creates the client of an address.
 * @param url of one server, such as `redis://user:password@host:6379`; of sentinels, as
 * `redis+sentinel://user:password@host:26379,host2:26379/master`; or of nodes of a cluster, as
 * `redis+cluster://user:password@host:6379,host2:6379`. `rediss` in place of `redis` is for TLS.
 * @param prefix what all keys begin with. In a cluster they are all in the slot of the prefix, since commands about
 * several keys need that
 */
export function createCacheClient(
  url: string,
  prefix: string,
  options: RedisOptions & { retryStrategy: (attempt: number) => number | null },
): CacheClient {
  const common: RedisOptions = {
    // Commands neither wait for a connection nor are retried: the content API is the fallback.
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    // It needs INFO, which a user may lack, and the client then writes a line of its own.
    enableReadyCheck: false,
    ...options,
  }
  const addresses = parseServers(url)
  if (addresses === null) return new Redis(url, { ...common, keyPrefix: prefix })
  const { kind, nodes, master, login } = addresses
  if (kind === 'cluster') {
    return new Cluster(nodes, {
      keyPrefix: prefix.replace(/^(site:)(.*):$/, '$1{$2}:'),
      enableOfflineQueue: false,
      enableReadyCheck: false,
      lazyConnect: options.lazyConnect ?? false,
      clusterRetryStrategy: options.retryStrategy,
      slotsRefreshTimeout: options.connectTimeout ?? defaultTimeoutMs,
      redisOptions: { ...common, ...login },
    })
  }
  const { tls, ...user } = login
  return new Redis({
    ...common,
    ...user,
    keyPrefix: prefix,
    sentinels: nodes,
    name: master,
    ...(user.username && { sentinelUsername: user.username }),
    ...(user.password && { sentinelPassword: user.password }),
    sentinelRetryStrategy: options.retryStrategy,
    sentinelCommandTimeout: options.connectTimeout ?? defaultTimeoutMs,
    updateSentinels: false,
    ...(tls && { tls, sentinelTLS: tls, enableTLSForSentinelMode: true }),
  })
}

/** Calls back for each connection to a server, with the client that speaks over it. */
export function onConnect(client: CacheClient, callback: (connected: Redis) => void) {
  const watch = (node: Redis) => node.on('connect', () => callback(node))
  if (client instanceof Cluster) client.on('+node', watch)
  else watch(client)
}

/** Closes the connections to servers; the client opens them again. */
export function cutConnections(client: CacheClient) {
  const nodes = client instanceof Cluster ? client.nodes() : [client]
  for (const { stream } of nodes) stream?.destroy()
}
