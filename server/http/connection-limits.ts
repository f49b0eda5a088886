import type { Server } from 'node:http'

/** For how long visitors' connections may keep us waiting. */
export const connectionLimits = {
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
const stillnessMs = 60_000

/** One that waits takes about 12 kB: more than the memory that the site may have would hold. */
const mostConnections = 8_000

/**
 * Connections that wait to be taken. Node's 511 are full after a quarter of a second of a rush, and
 * whoever comes then tries again a second later, also for a kept page.
 */
export const acceptBacklog = 2_048

export function limitConnections(server: Server) {
  server.timeout = stillnessMs
  server.maxConnections = mostConnections
}
