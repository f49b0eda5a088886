import { pino } from 'pino'

/** What turns the direction of text or drives a terminal, beyond what JSON itself escapes. */
const unsafe = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g

/** One JSON line an entry, to standard output. The level is set once at start, from LOG_LEVEL. */
export const log = pino({
  base: undefined,
  timestamp: pino.stdTimeFunctions.isoTime,
  // Whatever a visitor or the content API had put into a line stays in it, spelled harmlessly.
  hooks: { streamWrite: (line) => line.replace(unsafe, escaped) },
})

function escaped(character: string) {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}
