import { useRouteLoaderData } from '@remix-run/react'
import { languageKey } from '../language/languages'
import type { Frame } from '../layout/frame'

/**
 * A page's absolute address in the current language, the same as in its canonical link.
 * @param path encoded, as in the address, with the query that selects what the page shows
 */
export function useCanonicalAddress(path: string) {
  const frame = useRouteLoaderData<Frame>('root')
  const separator = path.includes('?') ? '&' : '?'
  return frame ? `${frame.siteUrl}${path}${separator}${languageKey}=${frame.lang}` : path
}
