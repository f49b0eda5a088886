import type { ServerResponse } from 'node:http'
import { createStopwatch, type Stopwatch } from '../stopwatch.ts'

const parts = ['loader', 'content', 'render'] as const

/** How long the parts of one page take: its loaders, their content calls, React. */
export type Timings = Record<(typeof parts)[number], Stopwatch>

export function createTimings(): Timings {
  return { loader: createStopwatch(), content: createStopwatch(), render: createStopwatch() }
}

/** The Server-Timing header of a page from the page cache. */
export const cachedTiming = { hit: 'cache;desc=hit', stale: 'cache;desc=stale' } as const

/**
 * The Server-Timing header of a page that was made for a request, in ms. A part that took no time is left out:
 * a request that waited for the render of another one has no parts.
 */
export function serverTiming(
  { cacheResult = 'miss', beganAt = 0 }: Pick<ServerResponse, 'cacheResult' | 'beganAt'>,
  timings: Timings,
) {
  const made = parts.flatMap((part) => {
    const ms = timings[part].ms()
    return ms > 0 ? [`${part};dur=${ms.toFixed(1)}`] : []
  })
  const total = `total;dur=${(performance.now() - beganAt).toFixed(1)}`
  return [`cache;desc=${cacheResult}`, ...made, total].join(', ')
}
