import type { ServerResponse } from 'node:http'

const mb = 1024 * 1024

/** Limits on concurrent responses of one kind. */
export interface SendLimits {
  /** Total for all clients: a number of responses, or bytes. */
  all: number
  /** Total for one client, in the same unit. */
  perClient: number
  /** Bytes per second. A slower client is disconnected when another one waits. */
  leastSpeed: number
}

export const sendLimits = {
  /**
   * Documents, by number: each takes about 150 kB of memory and a connection to the image base. A browser
   * downloads six at once, an office behind one address a few more.
   */
  documents: { all: 100, perClient: 12, leastSpeed: 8 * 1024 },
  /**
   * Streams, by number: each reads all products. Programs read them, over faster lines than phones
   * have.
   */
  streams: { all: 3, perClient: 2, leastSpeed: 64 * 1024 },
  /** Images, in bytes: each is in memory once, regardless of how many clients receive it. */
  images: { all: 128 * mb, perClient: 64 * mb, leastSpeed: 8 * 1024 },
} as const satisfies Record<string, SendLimits>

/** How long a client may take to begin or to speed up, ms. */
const graceMs = 10_000

/** A file in memory that several responses may share. */
interface SharedFile {
  etag: string
  bytes: Uint8Array
}

interface Sending<File> {
  /** Null for a client without limits: each of its responses counts alone. */
  client: string | null
  response: ServerResponse
  file: File | null
  size: number
  /** When its speed was last measured, ms. */
  seenAt: number
  /** Bytes that its connection had sent when measured. */
  seenBytes: number
  /** Bytes per second when last measured. */
  speed: number
}

export type SendBudget<File extends SharedFile = SharedFile> = ReturnType<
  typeof createSendBudget<File>
>

/**
 * Limits concurrent responses, since a slow client occupies its share for long. When the budget is
 * used up, a slow response is cut in favour of another client's; if none is slow, the latest
 * response of the largest client is cut, provided that the other client would hold less. So no
 * client keeps others out, and none is cut while nobody waits.
 * @param now a monotonic clock, ms; for tests
 */
export function createSendBudget<File extends SharedFile>(
  { all, perClient, leastSpeed }: SendLimits,
  now = () => performance.now(),
) {
  const sending = new Set<Sending<File>>()
  /** The files being sent, by ETag. */
  const files = new Map<string, { file: File; responses: number }>()
  const heldByClient = new Map<string, number>()
  let used = 0

  function add(entry: Sending<File>) {
    const { client, file, size } = entry
    sending.add(entry)
    if (client !== null) heldByClient.set(client, heldBy(client) + size)
    const shared = file && files.get(file.etag)
    if (shared) shared.responses += 1
    else used += size
    if (file && !shared) files.set(file.etag, { file, responses: 1 })
  }

  function remove(entry: Sending<File>) {
    if (!sending.delete(entry)) return
    const { client, file, size } = entry
    const left = client === null ? 0 : heldBy(client) - size
    if (client !== null && left > 0) heldByClient.set(client, left)
    else if (client !== null) heldByClient.delete(client)
    const shared = file && files.get(file.etag)
    if (shared) shared.responses -= 1
    if (shared && shared.responses > 0) return
    if (file) files.delete(file.etag)
    used -= size
  }

  function heldBy(client: string) {
    return heldByClient.get(client) ?? 0
  }

  /** @returns Infinity for a response that waits for its content, not for its client */
  function speedOf(entry: Sending<File>) {
    const ms = now() - entry.seenAt
    if (ms >= graceMs) {
      const bytes = sentBy(entry.response)
      entry.speed = ((bytes - entry.seenBytes) / ms) * 1000
      entry.seenAt = now()
      entry.seenBytes = bytes
    }
    return entry.response.writableLength > 0 ? entry.speed : Infinity
  }

  function findSlowest() {
    let slowest: Sending<File> | undefined
    let least: number = leastSpeed
    for (const entry of sending) {
      const speed = speedOf(entry)
      if (speed < least) [slowest, least] = [entry, speed]
    }
    return slowest
  }

  /**
   * The latest response of the client that holds most.
   * @param held what the waiting client would hold
   */
  function findLargest(held: number) {
    let largest: Sending<File> | undefined
    let most = held
    for (const entry of sending) {
      const total = entry.client === null ? entry.size : heldBy(entry.client)
      if (total > held && total >= most) [largest, most] = [entry, total]
    }
    return largest
  }

  /** @returns whether a response of this size fits */
  function makeRoom(client: string | null, size: number) {
    while (used + size > all) {
      const held = (client === null ? 0 : heldBy(client)) + size
      const entry = findSlowest() ?? findLargest(held)
      if (!entry) return false
      remove(entry)
      entry.response.destroy()
    }
    return true
  }

  return {
    /**
     * Admits a response until it has ended or its client has left.
     * @param client null for a client without limits
     * @param file the file sent, if it is in memory as a whole; null counts as 1
     * @returns why the response is not admitted: the client's share or the whole budget is used up
     */
    admit(
      client: string | null,
      response: ServerResponse,
      file: File | null = null,
    ): 'client' | 'busy' | null {
      const size = file ? file.bytes.length : 1
      // A file that is already in memory costs nothing more.
      const isShared = file !== null && files.has(file.etag)
      if (client !== null && !isShared && heldBy(client) + size > perClient) return 'client'
      // The client may have left meanwhile.
      if (response.destroyed) return null
      if (!isShared && !makeRoom(client, size)) return 'busy'
      const measured = { seenAt: now(), seenBytes: sentBy(response), speed: Infinity }
      const entry = { client, response, file, size, ...measured }
      add(entry)
      response.once('close', () => remove(entry))
      return null
    },
    /** Finds a file that is being sent. */
    find: (etag: string) => files.get(etag)?.file,
    /** Usage, in the unit of the limits. */
    used: () => used,
  }
}

/** Bytes that the connection of a response has sent. */
function sentBy({ socket }: ServerResponse) {
  return socket?.bytesWritten ?? 0
}
