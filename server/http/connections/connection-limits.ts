/** For how long visitors' connections may keep us waiting. */
export const connectionTimeouts = {
  // Longer than proxies keep theirs (nginx: 60 s): who closes first must not be the one who answers,
  // or a request is lost on its way.
  keepAliveTimeout: 65_000,
  // With the time until the next look: a connection that says nothing is closed within 15 s.
  headersTimeout: 13_500,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 1_000,
  maxHeaderSize: 16 * 1024,
}

/** A connection on which nothing moves for so long, ms: a reader who has stopped reading. */
export const stillnessMs = 60_000

export const connectionLimits = {
  /** An idle one takes about 12 kB: more than the memory that the site may have would hold. */
  total: 8_000,
  /** From here on idle ones are closed for new ones. */
  crowded: 7_500,
  /** Of one IPv4 address or one IPv6 /64. Many phones share one; most of their connections are idle. */
  perAddress: 1_024,
}

/**
 * Listen backlog. Node's 511 are full after a quarter of a second of a rush, and then clients try
 * again a second later, also for a cached page.
 */
export const listenBacklog = 2_048
