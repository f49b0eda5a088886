/** Node's options for the timeouts of connections, ms, and the size of a request head, bytes. */
export const connectionTimeouts = {
  // Longer than that of proxies (nginx: 60 s), so that the proxy closes an idle connection first.
  // Otherwise a request could be lost on its way.
  keepAliveTimeout: 65_000,
  // A silent connection is closed within 15 s, including the time until the next check.
  headersTimeout: 13_500,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 1_000,
  maxHeaderSize: 16 * 1024,
}

/** Closes a connection without traffic, for example when the client has stopped reading, ms. */
export const inactivityTimeoutMs = 60_000

export const connectionLimits = {
  /** An idle connection takes about 12 kB: more would not fit into the site's memory budget. */
  total: 8_000,
  /** From here on idle connections are closed to make room for new ones. */
  crowded: 7_500,
  /** Per IPv4 address or IPv6 /64. Many phones share one; most of their connections are idle. */
  perAddress: 1_024,
}

/**
 * Listen backlog. In a rush Node's default of 511 is full after a quarter of a second; clients then retry
 * after a second, even for a cached page.
 */
export const listenBacklog = 2_048
