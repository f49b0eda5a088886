export { createPause, processorTurns, type Pause } from '../../server/http/load-shedding/turns.ts'
