import { jsonText } from '../../log.ts'
import type { CacheResult, RequestKind } from './request-kind.ts'

/** The fields of a line. */
export interface AccessEntry {
  /** Letters, digits, `_`, `.` and `-`. */
  id: string
  /** As parsed by Node, so one of its known methods. */
  method: string
  path: string
  status: number
  kind: RequestKind
  /** From the request's head to the end of the response. */
  ms: number
  /** Sent, including the head. */
  bytes: number
  cache: CacheResult | undefined
  isAborted: boolean
}

let lastMs = 0
let lastTime = ''

/**
 * A line of the access log, as pino writes it at level info. Concatenated by hand: with pino a line
 * costs as much as sending a cached page.
 * @returns JSON and a line break
 */
export function accessLine(entry: AccessEntry) {
  const { id, method, path, status, kind, ms, bytes, cache, isAborted } = entry
  return (
    `{"level":30,"time":"${timeNow()}","id":"${id}","method":"${method}","path":${jsonText(path)},` +
    `"status":${status},"kind":"${kind}","ms":${Math.round(ms * 10) / 10},"bytes":${bytes},` +
    `${cache ? `"cache":"${cache}",` : ''}${isAborted ? '"aborted":true,' : ''}"msg":"request"}\n`
  )
}

/** Formatted once per millisecond. */
function timeNow() {
  const now = Date.now()
  if (now !== lastMs) {
    lastMs = now
    lastTime = new Date(now).toISOString()
  }
  return lastTime
}
