import { pino } from 'pino'
import { metrics } from './metrics.ts'

/** Lines of the access log are written together: after this time, ms, … */
const flushMs = 20
/** … or once there are so many bytes of them. */
const chunkBytes = 16 * 1024

/** What a slow reader of standard output has not taken yet, bytes. What is more is dropped. */
const longestBacklog = 8 * 1024 * 1024

/** What turns the direction of text or drives a terminal, beyond what JSON itself escapes. */
const unsafe = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g

const notAscii = /[^ -~]/g

/** What JSON holds as it is. */
const plain = /^[ !#-[\]-~]*$/

/** Lines of the access log that are not written yet. As bytes: a string of so many pieces is slow. */
const chunk = Buffer.allocUnsafeSlow(chunkBytes)
let chunkLength = 0
let dropped = 0

/** One JSON line an entry, to standard output. The level is set once at start, from LOG_LEVEL. */
export const log = pino(
  { base: undefined, timestamp: pino.stdTimeFunctions.isoTime },
  {
    write(line) {
      flush()
      // Whatever a visitor or the content API had put into a line stays in it, spelled harmlessly.
      write(line.replace(unsafe, escaped))
    },
  },
)

process.stdout.on('drain', () => {
  if (dropped === 0) return
  const lines = dropped
  dropped = 0
  log.warn({ lines }, 'log lines dropped: standard output is read too slowly')
})
// A full disk, or a reader that has ended, is no reason to end as well.
process.stdout.on('error', () => undefined)
process.on('exit', flush)

/**
 * Writes a line a little later, together with others.
 * @param line ASCII, far shorter than a chunk, with a line break at its end
 */
export function writeLine(line: string) {
  if (chunkLength + line.length > chunkBytes) flush()
  if (chunkLength === 0) setTimeout(flush, flushMs)
  chunkLength += chunk.write(line, chunkLength, 'latin1')
}

function flush() {
  if (chunkLength === 0) return
  const lines = Buffer.from(chunk.subarray(0, chunkLength))
  chunkLength = 0
  write(lines)
}

/** A file takes lines at once; those that a pipe has no room for wait in memory. */
function write(lines: string | Buffer) {
  if (process.stdout.writableLength < longestBacklog) return process.stdout.write(lines)
  const count = lines.toString('latin1').split('\n').length - 1
  dropped += count
  metrics.logLinesDropped.inc(count)
}

/** Fulfils once everything that was logged before has been written, or cannot be. */
export function logWritten() {
  flush()
  return new Promise<void>((resolve) => {
    process.stdout.write('', () => resolve())
  })
}

/** A text as JSON in printable ASCII. */
export function jsonText(text: string) {
  return plain.test(text) ? `"${text}"` : JSON.stringify(text).replace(notAscii, escaped)
}

function escaped(character: string) {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}
