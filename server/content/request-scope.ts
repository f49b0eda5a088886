import { type Dependencies, createDependencies } from './content-calls.ts'
import { log, createThrottledLog } from '@site/runtime/log'
import {
  createContentCalls,
  type ContentCalls,
  type ReadContent,
  type RunCall,
} from './content-calls.ts'
import type { ContentLanguage } from './content-types.ts'
import { ContentUnavailable } from './failures.ts'

/** The content of one request, shared by all its loaders. */
export interface RequestScope {
  /** Returns the same object for the same language, so that each distinct call is made once. */
  calls: (language: ContentLanguage) => ContentCalls
  dependencies: Dependencies
  /** Creates a separate scope that shares only the dependencies, so that its content can be garbage-collected. */
  fork: () => RequestScope
}

/**
 * @param readerFor the content reader of a language, which reports the keys it reads
 * @param runFor wraps each call of a language
 * @param dependencies filled in while the loaders read
 */
export function createRequestScope(
  readerFor: (language: ContentLanguage, onRead: (key: string) => void) => ReadContent,
  runFor?: (language: ContentLanguage) => RunCall,
  dependencies = createDependencies(),
): RequestScope {
  const calls = new Map<ContentLanguage, ContentCalls>()

  function recordFailures(read: ReadContent): ReadContent {
    return async (query, shape) => {
      dependencies.types.add(query.type)
      try {
        return await read(query, shape)
      } catch (error) {
        if (error instanceof ContentUnavailable) {
          dependencies.isPartial = true
          if (error.fault !== 'limited') logUnavailable(error)
        }
        throw error
      }
    }
  }

  return {
    calls(language) {
      const known = calls.get(language)
      if (known) return known
      const read = recordFailures(readerFor(language, (key) => dependencies.keys.add(key)))
      const made = createContentCalls(read, runFor?.(language))
      calls.set(language, made)
      return made
    },
    dependencies,
    fork: () => createRequestScope(readerFor, runFor, dependencies),
  }
}

const logUnavailable = createThrottledLog((suppressed, { fault, message }: ContentUnavailable) =>
  log.error({ fault, error: message, suppressed }, 'content unavailable'),
)
