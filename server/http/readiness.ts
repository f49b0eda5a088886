import type { CacheReport } from '../content/cache/content-cache.ts'
import type { ContentHealth } from '../content/content-health.ts'

export interface Readiness {
  ready: boolean
  /** Why not. */
  reasons: ('starting' | 'stopping' | 'connections' | 'content')[]
  content: ContentState
}

/** How the content stands. */
export interface ContentState extends ContentHealth {
  cache: CacheReport
  /** Of each type that was asked for: an open one is not asked for now. */
  breakers: Record<string, string>
}

/**
 * Tells whether visitors should be sent here.
 * @param probe reads some content: while none can be had nobody is sent here, and nobody else would
 *   find out that it can be had again
 */
export function createReadiness({
  isListening,
  isFull,
  stopping,
  health,
  probe,
}: {
  isListening: () => boolean
  /** Whether the next connection is refused. */
  isFull: () => boolean
  stopping: AbortSignal
  health: () => ContentState
  probe: () => Promise<unknown>
}) {
  let isProbing = false

  return (): Readiness => {
    const content = health()
    const isUnsure = content.lastReadS === null
    if (isUnsure && !isProbing && !stopping.aborted) {
      isProbing = true
      // It is told to the health as any other reading.
      probe()
        .catch(() => undefined)
        .finally(() => {
          isProbing = false
        })
    }
    const reasons: Readiness['reasons'] = []
    if (stopping.aborted) reasons.push('stopping')
    else if (!isListening()) reasons.push('starting')
    if (isFull()) reasons.push('connections')
    if (!content.isUsable) reasons.push('content')
    return { ready: reasons.length === 0, reasons, content }
  }
}
