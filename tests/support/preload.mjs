/**
 * Loaded into a built program by `NODE_OPTIONS=--import …`: moves its clock ahead by CLOCK_AHEAD_MS, and kills it when it
 * is about to name a file KILLED_AT.
 */
import fs from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import path from 'node:path'

const { CLOCK_AHEAD_MS = 0, KILLED_AT } = process.env
const { now } = Date
Date.now = () => now() + Number(CLOCK_AHEAD_MS)

const { rename } = fs
fs.rename = (from, to) => {
  if (path.basename(to) === KILLED_AT) process.kill(process.pid, 'SIGKILL')
  return rename(from, to)
}
syncBuiltinESMExports()
