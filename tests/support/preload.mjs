/**
 * Loaded into a built program by `NODE_OPTIONS=--import …`: kills it when it is about to name a file KILLED_AT.
 */
import fs from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import path from 'node:path'

const { KILLED_AT } = process.env
const { rename } = fs
fs.rename = (from, to) => {
  if (path.basename(to) === KILLED_AT) process.kill(process.pid, 'SIGKILL')
  return rename(from, to)
}
syncBuiltinESMExports()
