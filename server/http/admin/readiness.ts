import type { CacheReport } from '../../content/cache/content-cache.ts'
import type { ContentHealth } from '../../content/content-health.ts'

export interface Readiness {
  ready: boolean
  /** Why not. */
  reasons: ('starting' | 'stopping' | 'connections' | 'content')[]
  content: ContentState
}

/** The state of the content, for /readyz. */
export interface ContentState extends ContentHealth {
  cache: CacheReport
  /** State of the circuit breaker of each content type used so far. */
  breakers: Record<string, string>
}

/**
 * Reports whether visitors should be sent here.
 * @param probe reads some content. A site without content gets no visitors, so only this read can show
 *   that the content is available again
 */
export function createReadiness({
  isListening,
  isFull,
  stopping,
  health,
  probe,
}: {
  isListening: () => boolean
  /** Whether the next connection will be refused. */
  isFull: () => boolean
  stopping: AbortSignal
  health: () => ContentState
  probe: () => Promise<unknown>
}) {
  let isProbing = false

  return (): Readiness => {
    const content = health()
    const isUnknown = content.lastReadS === null
    if (isUnknown && !isProbing && !stopping.aborted) {
      isProbing = true
      // Its result updates the content's health, as that of any other read.
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
