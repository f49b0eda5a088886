import { jsonText } from '../../log.ts'
import type { CacheResult } from './request-tracker.ts'
import type { RequestKind } from './request-kind.ts'

/** What the access log says of a request. */
export interface AccessEntry {
  /** Letters, digits, `_`, `.` and `-`. */
  id: string
  /** One that Node's parser knows. */
  method: string
  path: string
  status: number
  kind: RequestKind
  /** From its head to the end of its response. */
  ms: number
  /** Sent, the head too. */
  bytes: number
  cache: CacheResult | undefined
  isAborted: boolean
}

let lastMs = 0
let lastTime = ''

/**
 * A line as pino would write it at level info. Put together by hand: pino takes as long for one as
 * sending a cached page does.
 * @returns JSON with a line break behind it
 */
export function accessLine(entry: AccessEntry) {
  const { id, method, path, status, kind, ms, bytes, cache, isAborted } = entry
  return (
    `{"level":30,"time":"${timeNow()}","id":"${id}","method":"${method}","path":${jsonText(path)},` +
    `"status":${status},"kind":"${kind}","ms":${Math.round(ms * 10) / 10},"bytes":${bytes},` +
    `${cache ? `"cache":"${cache}",` : ''}${isAborted ? '"aborted":true,' : ''}"msg":"request"}\n`
  )
}

/** Many requests share a millisecond. */
function timeNow() {
  const now = Date.now()
  if (now !== lastMs) {
    lastMs = now
    lastTime = new Date(now).toISOString()
  }
  return lastTime
}
