import { setTimeout as pause } from 'node:timers/promises'
import { sendBody, type ApiFault } from '../../tests/support/api-faults.ts'
import { startContentApi } from '../../tests/support/content-api.ts'

/** The states of the content API. */
export type Condition = 'good' | 'dead' | 'silent' | 'slow' | 'broken'

/** How long a slow response takes, ms: less than the site's timeout. */
const slowMs = 2_000

const faults: Record<Condition, ApiFault | null> = {
  good: null,
  dead: null, // It does not listen.
  silent: 'hangs',
  slow: async (call) => {
    await pause(slowMs)
    return sendBody(200, await call.fetchGood())(call)
  },
  broken: sendBody(200, '[{"postID":"1","po'),
}

/** A content API in front of a good one, which can be killed, revived, slowed and broken. */
export interface SoakApi {
  url: string
  set(condition: Condition): Promise<void>
  /** Appends a word to the site's title from now on. */
  mark(word: string): void
  /** The most calls that were pending at once since this was last called. */
  takeMaxConcurrency(): number
  close(): Promise<void>
}

/** @param upstream the base address of the good one */
export async function startSoakApi(upstream: string): Promise<SoakApi> {
  let condition: Condition = 'good'
  let suffix = ''
  const { url, refuse, listen, takeMaxConcurrency, close } = await startContentApi(upstream, {
    faultFor: () => faults[condition],
    edit: (json, { type }) =>
      type === 'Footer.Data'
        ? json.replace(/"postTitle":"([^"]*)"/, `"postTitle":"$1${suffix}"`)
        : json,
  })
  return {
    url,
    async set(next) {
      if (next === condition) return
      condition = next
      // Both cut open connections: a call that hung while the API was silent never gets a response.
      await (next === 'dead' ? refuse() : listen())
    },
    mark: (word) => {
      suffix = ` ${word}`
    },
    takeMaxConcurrency,
    close,
  }
}
