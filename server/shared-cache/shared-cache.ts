import { createHash } from 'node:crypto'
import { log, createThrottledLog } from '@site/runtime/log'
import { metrics, reportSharedCache } from '../observe/metrics.ts'
import { createCacheClient, cutConnections, onConnect, type CacheClient } from './cache-client.ts'

/**
 * Maximum size of a value, in bytes: larger ones are neither stored nor read, since they would
 * exceed the command timeout.
 */
export const maxValueBytes = 1024 * 1024

/** Limits of one reply. An array counts as one value plus its elements. */
const limits = {
  bytes: maxValueBytes + 64 * 1024,
  values: 1_000,
  /** Maximum length of a status, an error, a number or a length, in bytes. */
  line: 16 * 1024,
}

/**
 * Closes the connection when a reply exceeds what the site stores or is malformed, before the
 * client parses it and before it has arrived completely.
 * @param onExceeded called before it closes
 */
export function limitReplies(client: CacheClient, onExceeded: () => void = () => undefined) {
  onConnect(client, ({ stream }) => {
    const accepts = createReplyLimit()
    const parsers = stream.listeners('data')
    stream.removeAllListeners('data')
    stream.on('data', (bytes: Buffer) => {
      if (stream.destroyed) return
      if (accepts(bytes)) {
        for (const parse of parsers) Reflect.apply(parse, stream, [bytes])
        return
      }
      onExceeded()
      stream.destroy()
    })
  })
}

/**
 * Tracks the sizes of RESP2 replies.
 * @returns a function that tells whether the bytes received are within limits
 */
export function createReplyLimit() {
  /** The part of a line received so far. */
  let line = ''
  /** Remaining bytes of a string, with its terminator. */
  let toSkip = 0
  /**
   * Remaining values of the reply, including those of nested arrays, so that this limits the depth
   * as well.
   */
  let missing = 1
  let values = 0
  let bytes = 0

  function begin(head: string): boolean {
    const [, type, text = ''] = /^([-+:$*])([^\r]*)\r\n$/.exec(head) ?? []
    if (type === undefined) return false
    values += 1
    missing -= 1
    bytes += head.length
    if (type !== '$' && type !== '*') return true
    if (!/^(?:-1|\d{1,10})$/.test(text)) return false
    const count = Math.max(0, Number(text))
    if (type === '*') missing += count
    else if (text !== '-1') toSkip = count + 2
    bytes += toSkip
    return values + missing <= limits.values
  }

  return (chunk: Buffer): boolean => {
    let at = 0
    while (at < chunk.length) {
      if (toSkip > 0) {
        const skipped = Math.min(toSkip, chunk.length - at)
        toSkip -= skipped
        at += skipped
      } else {
        const end = chunk.indexOf('\n', at) + 1 || chunk.length
        line += chunk.toString('latin1', at, end)
        at = end
        if (line.length > limits.line) return false
        if (!line.endsWith('\n')) return true
        if (!begin(line) || bytes > limits.bytes) return false
        line = ''
      }
      if (missing === 0 && toSkip === 0) {
        missing = 1
        values = 0
        bytes = 0
      }
    }
    return true
  }
}

/** Command timeout, ms: after it, the visitor waits for the content API instead. */
export const commandLimitMs = 50

/** In ms. */
const defaultTimes = {
  command: commandLimitMs,
  connect: 1_000,
  /** Interval of rounds. A purge in one process reaches the others within about this time. */
  round: 500,
  /** Maximum time that the start waits for the first connection. */
  start: 1_000,
  /** Maximum reconnect back-off. */
  maxReconnect: 2_000,
}

/** After this number of consecutive failed commands, the process continues without the cache. */
const maxFailures = 3

/** Lifetime of the key written to probe writability, ms. */
const probeLifetimeMs = 60_000

/** Maximum length of a server error in the log, in UTF-16 units, and maximum number of different ones. */
const maxErrorLength = 200
const maxCauses = 20

/** Consecutive successful rounds before it rejoins, so that a slow server does not flap. */
const roundsToJoin = 2

export { createCacheClient } from './cache-client.ts'

/** The commands of a Valkey or Redis server. */
export type Commands = CacheClient

type Round = (client: Commands) => Promise<unknown>

/** Returns what the keys of a scope begin with, after `site:`, which access rules may name. */
export function keyPrefixOf(scope: string) {
  return `site:${createHash('sha256').update(scope).digest('hex').slice(0, 16)}:`
}

/**
 * The connection to a Valkey or Redis server shared by several processes of the site. While it is
 * unavailable, slow, full, read-only or sends invalid replies, the process continues without it: no
 * caller waits longer than one command timeout, and none sees an error.
 */
export class SharedCache {
  readonly #client: CacheClient
  readonly #times: typeof defaultTimes
  readonly #rounds = new Set<Round>()
  #state: 'starting' | 'joined' | 'alone' = 'starting'
  /** Failed commands in a row. */
  #failures = 0
  #repliesInRow = 0
  #lastError = 'no connection'
  #isClosed = false
  #roundTimer: NodeJS.Timeout | undefined
  readonly #startTimer: NodeJS.Timeout
  #onFirstState = () => {}
  readonly #firstState = new Promise<void>((resolve) => (this.#onFirstState = resolve))
  // A flapping server must not flood the log.
  readonly #logAvailable = createThrottledLog((suppressed) =>
    log.info({ suppressed }, 'shared cache available again'),
  )
  /** A throttled line of the log for each cause. */
  readonly #causes = new Map<string, () => void>()

  /**
   * @param url as createCacheClient takes it
   * @param scope identifies what is shared; sites of another scope may use the same server
   * @param times for tests
   */
  constructor(url: string, scope: string, times: Partial<typeof defaultTimes> = {}) {
    this.#times = { ...defaultTimes, ...times }
    const { connect, maxReconnect, round, start } = this.#times
    this.#client = createCacheClient(url, keyPrefixOf(scope), {
      connectTimeout: connect,
      retryStrategy: (attempt) => Math.min(100 * 2 ** Math.min(attempt, 8), maxReconnect),
      // After a failover, the old address leads to a replica until the client reconnects.
      reconnectOnError: ({ message }) => message.startsWith('READONLY'),
    })
    this.#watchConnection()
    this.#scheduleRound(round)
    this.#startTimer = setTimeout(() => this.#leave(), start).unref()
    reportSharedCache(() => this.isJoined())
  }

  /** Resolves when the cache has been joined or the process continues without it. */
  ready() {
    return this.#firstState
  }

  /** Whether commands are sent; otherwise the process is without the cache. */
  isJoined() {
    return this.#state === 'joined'
  }

  /**
   * Sends commands within one command timeout.
   * @returns undefined when there was no reply in time, or the server refused; never throws
   */
  async run<T>(command: (client: Commands) => Promise<T>) {
    return this.isJoined() ? this.#send(command) : undefined
  }

  /**
   * Adds work for each round.
   * @param round called at short intervals while the cache is joined, one after another
   */
  onRound(round: Round) {
    this.#rounds.add(round)
  }

  close() {
    this.#isClosed = true
    clearTimeout(this.#roundTimer)
    clearTimeout(this.#startTimer)
    this.#client.disconnect()
  }

  #watchConnection() {
    const client = this.#client
    limitReplies(client, () => this.#setCause('a reply exceeded its limits'))
    client.on('error', (error: Error) => {
      const { message } = causeOf(error)
      if (!isConsequence(error)) this.#setCause(message)
      // An unexpected reply: all later replies would be assigned to the wrong commands.
      if (message.startsWith('Command queue state error')) cutConnections(client)
    })
    // Fails fast, before pending commands time out.
    client.on('close', () => {
      if (!this.#isClosed) this.#leave()
    })
    client.once('ready', () => {
      clearTimeout(this.#roundTimer)
      this.#scheduleRound(0)
    })
  }

  #join() {
    if (this.#state === 'alone') this.#logAvailable()
    else log.info('shared cache joined')
    this.#failures = 0
    this.#enter('joined')
  }

  #leave() {
    this.#repliesInRow = 0
    if (this.#state === 'alone') return
    this.#logUnavailable()
    this.#enter('alone')
  }

  /** Connecting may fail, or say why, long after the process goes on alone. */
  #setCause(error: string) {
    this.#lastError = error.slice(0, maxErrorLength)
    if (this.#state === 'alone') this.#logUnavailable()
  }

  #logUnavailable() {
    const error = this.#lastError
    if (!this.#causes.has(error) && this.#causes.size < maxCauses) {
      const write = createThrottledLog((suppressed) =>
        log.warn({ error, suppressed }, 'shared cache unavailable'),
      )
      this.#causes.set(error, write)
    }
    this.#causes.get(error)?.()
  }

  #enter(state: 'joined' | 'alone') {
    this.#state = state
    clearTimeout(this.#startTimer)
    this.#onFirstState()
  }

  /** @returns undefined when the command timed out or was refused */
  async #send<T>(command: (client: Commands) => Promise<T>): Promise<T | undefined> {
    try {
      const reply = await inTime(command(this.#client), this.#times.command)
      this.#failures = 0
      metrics.sharedCacheCommands.inc({ outcome: 'ok' })
      return reply
    } catch (error) {
      if (isRefusal(error)) this.#handleRefusal(error)
      else this.#handleFailure(error)
      return undefined
    }
  }

  #handleRefusal(error: Error) {
    this.#failures = 0
    metrics.sharedCacheCommands.inc({ outcome: 'refused' })
    this.#setCause(error.message)
    // An unwritable server cannot share purges in either direction.
    if (isUnwritable(error)) this.#leave()
    else logRefused(this.#lastError)
  }

  #handleFailure(error: unknown) {
    metrics.sharedCacheCommands.inc({ outcome: 'failed' })
    const isConnected = this.#client.status === 'ready'
    if (isConnected && !isConsequence(error)) this.#setCause(String(error))
    this.#failures += 1
    if (this.#failures < maxFailures) return
    this.#failures = 0
    this.#leave()
    // Replies still in flight have no caller, and would delay all later replies.
    if (isConnected) cutConnections(this.#client)
  }

  /** Probes whether the server replies and accepts writes; runs the rounds only while joined. */
  async #runRound() {
    if (this.#client.status !== 'ready') return
    const probe = (commands: Commands) => commands.set('probe', '1', 'PX', probeLifetimeMs)
    this.#repliesInRow = (await this.#send(probe)) === undefined ? 0 : this.#repliesInRow + 1
    const needed = this.#state === 'starting' ? 1 : roundsToJoin
    if (!this.isJoined() && this.#repliesInRow >= needed) this.#join()
    if (!this.isJoined()) return
    for (const round of this.#rounds) await this.#send(round)
  }

  #scheduleRound(ms: number) {
    this.#roundTimer = setTimeout(() => {
      this.#runRound()
        .catch((error: unknown) => log.error({ error: String(error) }, 'shared cache round failed'))
        .finally(() => {
          if (!this.#isClosed) this.#scheduleRound(this.#times.round)
        })
    }, ms).unref()
  }
}

/**
 * Unwraps the replies of a pipeline.
 * @throws the error of the first command that was refused
 */
export function repliesOf(results: [error: Error | null, reply: unknown][] | null): unknown[] {
  return (results ?? []).map(([error, reply]) => {
    if (error) throw error
    return reply
  })
}

/** @throws Error when the promise has not settled in time */
export async function inTime<T>(promise: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      // A blocked event loop delays the timer, too: replies already received are read first.
      setImmediate(() => reject(new Error(`no reply within ${ms} ms`)))
    }, ms)
  })
  try {
    return await Promise.race([promise, timeout])
  } finally {
    clearTimeout(timer)
    promise.catch(() => undefined)
  }
}

/** Whether an error of the client only follows from another: a connection that was closed for a reason. */
function isConsequence(error: unknown) {
  if (!(error instanceof Error)) return false
  return (
    error.name === 'MaxRetriesPerRequestError' ||
    /^(?:Stream isn't writeable|Connection is closed)/.test(error.message)
  )
}

/** Returns the error of a node, which a cluster's client keeps behind its own. */
export function causeOf(error: Error & { lastNodeError?: Error }): Error {
  return error.lastNodeError ?? error
}

/** Whether the server replied with an error other than not being ready. */
function isRefusal(error: unknown): error is Error {
  return (
    error instanceof Error &&
    error.name === 'ReplyError' &&
    !/^(?:LOADING|MASTERDOWN|CLUSTERDOWN|NOAUTH|WRONGPASS)/.test(error.message)
  )
}

/** Whether the server is full, a replica, or otherwise rejects writes. */
function isUnwritable({ message }: Error) {
  return /^(?:OOM|READONLY|MISCONF|NOREPLICAS)/.test(message)
}

const logRefused = createThrottledLog((suppressed, error: string) =>
  log.warn({ error, suppressed }, 'shared cache refused a command'),
)
