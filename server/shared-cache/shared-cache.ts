import { Redis } from 'iovalkey'
import { createHash } from 'node:crypto'
import { log, createThrottledLog } from '../observe/log.ts'
import { metrics, reportSharedCache } from '../observe/metrics.ts'

/** Larger values are neither stored nor read, in bytes: they would exceed the time of one command. */
export const maxValueBytes = 1024 * 1024

/** Limits of one reply. An array counts as one value more than it has. */
const limits = {
  bytes: maxValueBytes + 64 * 1024,
  values: 1_000,
  /** A status, an error, a number or a length, in bytes. */
  line: 16 * 1024,
}

/**
 * Closes the connection at the first reply that is larger than anything the site stores, or no reply at all:
 * before the client has parsed it, and before its whole length has arrived.
 * @param onExceeded called before it closes
 */
export function limitReplies(client: Redis, onExceeded: () => void = () => undefined) {
  client.on('connect', () => {
    const { stream } = client
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

/** Follows replies in RESP2, as far as their sizes go. @returns whether the bytes that arrived are within limits */
export function createReplyLimit() {
  /** The part of a line that has arrived so far. */
  let line = ''
  /** Bytes to come of a string, with its end. */
  let toSkip = 0
  /** Values to come of the reply. Those of nested arrays count too, so that these limit the depth as well. */
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

/** A command that takes longer, ms, has failed: the visitor waits for the content API instead. */
export const commandLimitMs = 50

/** In ms. */
const defaultTimes = {
  command: commandLimitMs,
  connect: 1_000,
  /** Between rounds. A purge in one process reaches the others within about this time. */
  round: 500,
  /** How long the start waits for the first connection. */
  start: 1_000,
  /** Of the pause before the next attempt to connect; it grows up to this. */
  maxReconnect: 2_000,
}

/** So many commands in a row without a reply, and the process goes on alone. */
const maxFailures = 3

/** Of what a process writes to see that it can, ms. */
const probeLifetimeMs = 60_000

/** Of an error of the server's, in UTF-16 units, as it is logged. */
const maxErrorLength = 200

/** So many rounds in a row with a reply, and it joins again: a slow server must not be joined and left in turns. */
const roundsToJoin = 2

export type SharedCache = ReturnType<typeof createSharedCache>

/** The commands of a Valkey or Redis server. */
export type Commands = Redis

type Round = (client: Commands) => Promise<unknown>

/**
 * The connection to a Valkey or Redis that several processes of the site share. While it is away, slow, full,
 * read-only or sends anything but replies of a known size, the process goes on alone: no caller waits longer than
 * the limit of one command, and none sees an error.
 * @param url a redis:// or rediss:// address
 * @param scope identifies what is shared; sites of another scope may use the same server
 */
export function createSharedCache(
  url: string,
  scope: string,
  { times: changedTimes = {} }: { times?: Partial<typeof defaultTimes> } = {},
) {
  const times = { ...defaultTimes, ...changedTimes }
  const prefix = `site:${createHash('sha256').update(scope).digest('hex').slice(0, 16)}:`
  const client = new Redis(url, {
    keyPrefix: prefix,
    connectTimeout: times.connect,
    // A command must not wait for a connection, nor be repeated: the content API is there.
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    retryStrategy: (attempt) => Math.min(100 * 2 ** Math.min(attempt, 8), times.maxReconnect),
    // After a failover the old address leads to a replica until the connection is made anew.
    reconnectOnError: ({ message }) => message.startsWith('READONLY'),
  })
  const rounds = new Set<Round>()
  let state: 'starting' | 'joined' | 'alone' = 'starting'
  let failures = 0
  let repliesInRow = 0
  let lastError = 'no connection'
  let onFirstState: () => void = () => undefined
  const firstState = new Promise<void>((resolve) => (onFirstState = resolve))

  // A server may come and go as quickly as it is joined.
  const logAvailable = createThrottledLog((suppressed) =>
    log.info({ suppressed }, 'shared cache available again'),
  )
  const logUnavailable = createThrottledLog((suppressed) =>
    log.warn({ error: lastError, suppressed }, 'shared cache unavailable'),
  )

  function join() {
    if (state === 'alone') logAvailable()
    else log.info('shared cache joined')
    state = 'joined'
    failures = 0
    onFirstState()
  }

  function leave() {
    repliesInRow = 0
    if (state === 'alone') return
    state = 'alone'
    logUnavailable()
    onFirstState()
  }

  limitReplies(client, () => (lastError = 'a reply exceeded its limits'))
  client.on('error', ({ message }: Error) => {
    lastError = message.slice(0, maxErrorLength)
    // A reply that no command waits for: from now on none would belong to its command.
    if (message.startsWith('Command queue state error')) client.stream.destroy()
  })
  // Without a connection the others need not wait for their time to be over.
  client.on('close', leave)

  /** @returns undefined when there was no reply in time, or the server refused the command */
  async function send<T>(command: (client: Commands) => Promise<T>): Promise<T | undefined> {
    try {
      const reply = await inTime(command(client), times.command)
      failures = 0
      metrics.sharedCacheCommands.inc({ outcome: 'ok' })
      return reply
    } catch (error) {
      if (isRefusal(error)) {
        failures = 0
        metrics.sharedCacheCommands.inc({ outcome: 'refused' })
        lastError = error.message.slice(0, maxErrorLength)
        // Others would not learn of a purge here, nor this process of theirs.
        if (isUnwritable(error)) leave()
        else logRefused(lastError)
        return undefined
      }
      metrics.sharedCacheCommands.inc({ outcome: 'failed' })
      if (client.status === 'ready') lastError = String(error).slice(0, maxErrorLength)
      failures += 1
      if (failures >= maxFailures) {
        failures = 0
        leave()
        // What is still to come is for nobody, and would be waited for before everything else.
        if (client.status === 'ready') client.stream.destroy()
      }
      return undefined
    }
  }

  /** While alone, a round only finds out whether the server replies again, and accepts what is written. */
  async function runRound() {
    if (client.status !== 'ready') return
    const probe = (commands: Commands) => commands.set('probe', '1', 'PX', probeLifetimeMs)
    repliesInRow = (await send(probe)) === undefined ? 0 : repliesInRow + 1
    const needed = state === 'starting' ? 1 : roundsToJoin
    if (state !== 'joined' && repliesInRow >= needed) join()
    if (state !== 'joined') return
    for (const round of rounds) await send(round)
  }

  let timer: NodeJS.Timeout
  let isClosed = false
  function scheduleRound(ms: number) {
    timer = setTimeout(() => {
      runRound()
        .catch((error: unknown) => log.error({ error: String(error) }, 'shared cache round failed'))
        .finally(() => {
          if (!isClosed) scheduleRound(times.round)
        })
    }, ms)
    timer.unref()
  }
  client.once('ready', () => {
    clearTimeout(timer)
    scheduleRound(0)
  })
  scheduleRound(times.round)
  const startTimer = setTimeout(leave, times.start)
  startTimer.unref()
  void firstState.then(() => clearTimeout(startTimer))
  reportSharedCache(() => state === 'joined')

  return {
    /** Resolves when it has been joined, or the process goes on alone for now. */
    ready: () => firstState,
    isJoined: () => state === 'joined',
    /**
     * Sends commands, within the limit of one.
     * @returns undefined when there was no reply in time, or the server refused; never throws
     */
    run: async <T>(command: (client: Commands) => Promise<T>): Promise<T | undefined> =>
      state === 'joined' ? send(command) : undefined,
    /** @param round is called at short intervals while the cache is joined, one after another */
    onRound(round: Round) {
      rounds.add(round)
    },
    close() {
      isClosed = true
      clearTimeout(timer)
      clearTimeout(startTimer)
      client.removeListener('close', leave)
      client.disconnect()
    },
  }
}

/** Of a pipeline: its replies. @throws the error of the first command that was refused */
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
      // A busy process is late itself: replies that have arrived meanwhile are read before this.
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

/** Whether the server has replied with an error, other than that it is not ready to serve. */
function isRefusal(error: unknown): error is Error {
  return (
    error instanceof Error &&
    error.name === 'ReplyError' &&
    !/^(?:LOADING|MASTERDOWN|CLUSTERDOWN|NOAUTH|WRONGPASS)/.test(error.message)
  )
}

/** Whether the server is full, a replica, or otherwise takes no writes. */
function isUnwritable({ message }: Error) {
  return /^(?:OOM|READONLY|MISCONF|NOREPLICAS)/.test(message)
}

const logRefused = createThrottledLog((suppressed, error: string) =>
  log.warn({ error, suppressed }, 'shared cache refused a command'),
)
