import { pino } from 'pino'
import { z } from 'zod'

/** Max. time that access log lines wait for their batch to be written, ms. */
const flushMs = 20
/** Size at which a batch is written at once, bytes. */
const chunkBytes = 16 * 1024

/** Max. backlog for a slow reader of standard output, bytes; lines beyond it are dropped. */
const maxBacklog = 8 * 1024 * 1024

/** Characters that change text direction or control a terminal, and that JSON does not escape. */
const unsafe = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g

const notAscii = /[^ -~]/g

/** Text that needs no escaping in JSON. */
const plain = /^[ !#-[\]-~]*$/

/** Standard output: lines are written in batches, and dropped while it is read too slowly. */
class Output {
  /** The current batch, kept as bytes: a string concatenated from many pieces is slow to write. */
  readonly #chunk = Buffer.allocUnsafeSlow(chunkBytes)
  #length = 0
  /** Lines dropped that the log has not told yet, and that nobody has counted yet. */
  #dropped = { untold: 0, uncounted: 0 }

  /** @param line Latin-1 with a line break, far shorter than a batch */
  add(line: string) {
    if (this.#length + line.length > chunkBytes) this.flush()
    if (this.#length === 0) setTimeout(() => this.flush(), flushMs)
    this.#length += this.#chunk.write(line, this.#length, 'latin1')
  }

  flush() {
    if (this.#length === 0) return
    const lines = Buffer.from(this.#chunk.subarray(0, this.#length))
    this.#length = 0
    this.write(lines)
  }

  /** Writing is synchronous for a file; for a pipe, lines beyond its buffer wait in memory. */
  write(lines: string | Buffer) {
    if (process.stdout.writableLength < maxBacklog) return process.stdout.write(lines)
    const count = lines.toString('latin1').split('\n').length - 1
    this.#dropped.untold += count
    this.#dropped.uncounted += count
  }

  takeDropped(use: 'untold' | 'uncounted') {
    const lines = this.#dropped[use]
    this.#dropped[use] = 0
    return lines
  }
}

const output = new Output()

/** Returns the number of lines dropped since the last call, for a metric. */
export function takeDroppedLines() {
  return output.takeDropped('uncounted')
}

/** Whether this runs in Vite's development server; Node itself cannot tell. */
const isDevelopment = import.meta.env?.MODE === 'development'

/** Formats a log line for a person: level, time, message and fields, with stacks on their own lines. */
export function readable(line: string) {
  // Defined here, so that builds drop it.
  const entry = z.looseObject({ level: z.number(), time: z.string(), msg: z.string().optional() })
  const { level, time, msg = '', ...facts } = entry.parse(JSON.parse(line))
  const texts = Object.entries(facts).map(([name, fact]) =>
    typeof fact === 'string' && fact.includes('\n')
      ? `\n${fact}`
      : ` ${name}=${JSON.stringify(fact)}`,
  )
  return `${time.slice(11, 19)} ${pino.levels.labels[level]} ${msg}${texts.join('')}\n`
}

/**
 * Writes one JSON line per entry to standard output; readable text in development. LOG_LEVEL sets the level once, at
 * startup.
 */
export const log = pino(
  { base: undefined, timestamp: pino.stdTimeFunctions.isoTime },
  {
    write(line) {
      output.flush()
      // Escaping keeps visitors' and content API text on one line.
      const safe = line.replace(unsafe, escaped)
      output.write(isDevelopment ? readable(safe) : safe)
    },
  },
)

process.stdout.on('drain', () => {
  const lines = output.takeDropped('untold')
  if (lines > 0) log.warn({ lines }, 'log lines dropped: standard output is read too slowly')
})
// The site keeps serving when its disk is full or its reader has exited.
process.stdout.on('error', () => undefined)
process.on('exit', () => output.flush())

/**
 * Writes a line with the next batch.
 * @param line ASCII with a line break, far shorter than a batch
 */
export function writeLine(line: string) {
  output.add(line)
}

/** Resolves once everything logged so far has been written, or its write has failed. */
export function logWritten() {
  output.flush()
  return new Promise<void>((resolve) => {
    process.stdout.write('', () => resolve())
  })
}

/** Encodes a text as a JSON string in printable ASCII. */
export function jsonText(text: string) {
  return plain.test(text) ? `"${text}"` : JSON.stringify(text).replace(notAscii, escaped)
}

function escaped(character: string) {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}

/** Default min. interval between two lines, ms. */
const defaultIntervalMs = 10_000

/**
 * Throttles a log message that an outage would repeat thousands of times a second.
 * @param write receives the number of messages suppressed since the last line
 * @param now monotonic clock in ms; injected by tests
 * @param minIntervalMs between two lines
 */
export function createThrottledLog<T extends unknown[]>(
  write: (suppressed: number, ...facts: T) => void,
  now: () => number = () => performance.now(),
  minIntervalMs = defaultIntervalMs,
) {
  let lastAt = -Infinity
  let suppressed = 0

  return (...facts: T) => {
    if (now() - lastAt < minIntervalMs) {
      suppressed += 1
      return
    }
    lastAt = now()
    write(suppressed, ...facts)
    suppressed = 0
  }
}

/** Throttles a warning that visitors can cause again and again while another service fails. */
export function createThrottledWarning(message: string) {
  return createThrottledLog((suppressed, facts: object) =>
    log.warn({ ...facts, suppressed }, message),
  )
}
