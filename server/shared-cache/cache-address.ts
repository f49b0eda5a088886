/** Several servers that an address names. */
export interface CacheServers {
  kind: 'sentinel' | 'cluster'
  nodes: { host: string; port: number }[]
  /** What the sentinels call the master. */
  master: string
  login: { username?: string; password?: string; tls?: object }
}

const oneServer = /^rediss?:\/\/[^\s#]+$/i
const severalServers =
  /^redis(s?)\+(sentinel|cluster):\/\/(?:([^\s@/]*)@)?([^\s@/?#]+)(?:\/([^\s/?#]+))?$/i
const defaultPorts = { sentinel: 26379, cluster: 6379 }

/** Whether a text is an address of one server, or of several. */
export function isCacheAddress(text: string) {
  try {
    decodeURIComponent(text)
  } catch {
    return false
  }
  return (oneServer.test(text) && URL.canParse(text)) || parseServers(text) !== null
}

/**
 * Reads an address of several servers.
 * @returns null unless the text names sentinels and their master, or nodes of a cluster
 * @throws URIError for a text that is not percent-encoded right
 */
export function parseServers(text: string): CacheServers | null {
  const [, secure, scheme, user = '', hosts = '', master = ''] = severalServers.exec(text) ?? []
  const kind = scheme?.toLowerCase() === 'cluster' ? 'cluster' : 'sentinel'
  const addresses = hosts.split(',').map((host) => `redis://${user}@${host}`)
  if (!addresses.every((address) => URL.canParse(address) && new URL(address).hostname)) return null
  if ((kind === 'sentinel') !== (master !== '')) return null
  const { username, password } = new URL(addresses[0] ?? '')
  return {
    kind,
    master: decodeURIComponent(master),
    nodes: addresses.map((address) => {
      const { hostname, port } = new URL(address)
      return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) || defaultPorts[kind] }
    }),
    login: {
      ...(username && { username: decodeURIComponent(username) }),
      ...(password && { password: decodeURIComponent(password) }),
      ...(secure && { tls: {} }),
    },
  }
}
