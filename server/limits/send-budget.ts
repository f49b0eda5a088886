import type { ServerResponse } from 'node:http'
import { createShares, networksOf, type Part } from './client-limits.ts'

const mb = 1024 * 1024

/** Limits on concurrent responses, or uploads, of one kind. */
export interface SendLimits {
  /** Total for all clients: a number of them, or bytes. */
  all: number
  /** Total for one client, in the same unit. */
  perClient: number
  /** Bytes per second. A slower client is disconnected when another one waits. */
  minSpeed: number
}

export const sendLimits = {
  /**
   * Documents, by number: each takes about 150 kB of memory and a connection to the image base. A browser
   * downloads six at once, an office behind one address a few more.
   */
  documents: { all: 100, perClient: 12, minSpeed: 8 * 1024 },
  /**
   * Streams, by number: each reads all products. Programs read them, over faster lines than phones
   * have.
   */
  streams: { all: 3, perClient: 2, minSpeed: 64 * 1024 },
  /** Images, in bytes: each is in memory once, regardless of how many clients receive it. */
  images: { all: 128 * mb, perClient: 64 * mb, minSpeed: 8 * 1024 },
} as const satisfies Record<string, SendLimits>

/** How long a client may take to begin or to speed up, ms. */
const graceMs = 10_000

/** A file in memory that several responses may share. */
interface SharedFile {
  etag: string
  bytes: Uint8Array
}

/** A response, or an upload, that is as fast as its client. */
interface Sending<File> extends Part {
  /** Bytes so far. */
  bytes: () => number
  /** Whether it waits for its client, not for the site. */
  awaitsClient: () => boolean
  /** Ends it in favour of another one. */
  cut: () => void
  file: File | null
  /** When its speed was last measured, ms. */
  seenAt: number
  /** Bytes when last measured. */
  seenBytes: number
  /** Bytes per second when last measured. */
  speed: number
}

type Transfer = Pick<Sending<unknown>, 'bytes' | 'awaitsClient' | 'cut'>

/**
 * Limits concurrent transfers, since a slow client occupies its share for long. When the budget is used up, a slow one
 * is cut in favour of another client's; if none is slow, the latest of the client that holds most with the networks
 * around it, provided that the other one would hold less. So neither a client nor a network keeps others out, and none
 * is cut while nobody waits.
 */
export interface SendBudget<File extends SharedFile = SharedFile> {
  /**
   * Admits a transfer.
   * @param client null for a client without limits
   * @param file the file sent, if it is in memory as a whole; null counts as 1
   * @returns what ends the transfer, or why it may not begin: the client's share or the whole budget is used up
   */
  begin: (
    client: string | null,
    transfer: Transfer,
    file?: File | null,
  ) => 'client' | 'busy' | (() => void)
  /**
   * Admits a response until it has ended or its client has left.
   * @returns why it is not admitted, as `begin` does
   */
  admit: (
    client: string | null,
    response: ServerResponse,
    file?: File | null,
  ) => 'client' | 'busy' | null
  /** Finds a file that is being sent. */
  find: (etag: string) => File | undefined
  /** Usage, in the unit of the limits. */
  used: () => number
}

export class FairSendBudget<File extends SharedFile> implements SendBudget<File> {
  readonly #limits: SendLimits
  readonly #now: () => number
  readonly #sending = new Set<Sending<File>>()
  /** The files being sent, by ETag. */
  readonly #files = new Map<string, { file: File; responses: number }>()
  readonly #shares = createShares()
  #used = 0

  /** @param now a monotonic clock, ms; for tests */
  constructor(limits: SendLimits, now = () => performance.now()) {
    this.#limits = limits
    this.#now = now
  }

  begin(client: string | null, transfer: Transfer, file: File | null = null) {
    const part = { networks: networksOf(client), size: file ? file.bytes.length : 1 }
    // A file that is already in memory costs nothing more.
    const isShared = file !== null && this.#files.has(file.etag)
    const held = client === null ? 0 : this.#shares.heldBy(client)
    const isOver = client !== null && held + part.size > this.#limits.perClient
    if (isOver && !isShared) return 'client'
    if (!isShared && !this.#makeRoom(part)) return 'busy'
    const measured = { seenAt: this.#now(), seenBytes: transfer.bytes(), speed: Infinity }
    const entry = { ...part, ...transfer, file, ...measured }
    this.#add(entry)
    return () => this.#remove(entry)
  }

  admit(client: string | null, response: ServerResponse, file: File | null = null) {
    // The client may have left meanwhile.
    if (response.destroyed) return null
    const transfer = {
      bytes: () => response.socket?.bytesWritten ?? 0,
      awaitsClient: () => response.writableLength > 0,
      cut: () => void response.destroy(),
    }
    const end = this.begin(client, transfer, file)
    if (typeof end === 'string') return end
    response.once('close', end)
    return null
  }

  find(etag: string) {
    return this.#files.get(etag)?.file
  }

  used() {
    return this.#used
  }

  #add(entry: Sending<File>) {
    const { file, size } = entry
    this.#sending.add(entry)
    this.#shares.add(entry, size)
    const shared = file && this.#files.get(file.etag)
    if (shared) shared.responses += 1
    else this.#used += size
    if (file && !shared) this.#files.set(file.etag, { file, responses: 1 })
  }

  #remove(entry: Sending<File>) {
    if (!this.#sending.delete(entry)) return
    const { file, size } = entry
    this.#shares.add(entry, -size)
    const shared = file && this.#files.get(file.etag)
    if (shared) shared.responses -= 1
    if (shared && shared.responses > 0) return
    if (file) this.#files.delete(file.etag)
    this.#used -= size
  }

  /** @returns whether another one fits */
  #makeRoom(part: Part) {
    while (this.#used + part.size > this.#limits.all) {
      const entry = this.#findSlowest(part) ?? this.#shares.findLargest(this.#sending, part)
      if (!entry) return false
      this.#remove(entry)
      entry.cut()
    }
    return true
  }

  /** A network with more than one client's share takes nothing from slow clients of smaller ones. */
  #findSlowest(part: Part) {
    const { perClient, minSpeed } = this.#limits
    const isSmall = this.#shares.heldBy(part.networks[0]) + part.size <= perClient
    let slowest: Sending<File> | undefined
    let least: number = minSpeed
    for (const entry of this.#sending) {
      const speed = this.#speedOf(entry)
      if (speed >= least || !(isSmall || this.#shares.excess(entry, part) >= 0)) continue
      ;[slowest, least] = [entry, speed]
    }
    return slowest
  }

  /** @returns Infinity for a transfer that waits for the site, not for its client */
  #speedOf(entry: Sending<File>) {
    const ms = this.#now() - entry.seenAt
    if (ms >= graceMs) {
      const bytes = entry.bytes()
      entry.speed = ((bytes - entry.seenBytes) / ms) * 1000
      entry.seenAt = this.#now()
      entry.seenBytes = bytes
    }
    return entry.awaitsClient() ? entry.speed : Infinity
  }
}
