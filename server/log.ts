import { pino } from 'pino'

/** One JSON line an entry, to standard output. The level is set once at start, from LOG_LEVEL. */
export const log = pino({ base: undefined, timestamp: pino.stdTimeFunctions.isoTime })
