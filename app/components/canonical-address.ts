import { useRouteLoaderData } from '@remix-run/react'
import { languageKey } from '../language/languages'
import type { Frame } from '../layout/frame'

/**
 * A page's absolute address in the current language, the same as in its canonical link.
 * @param path encoded, as in the address
 */
export function useCanonicalAddress(path: string) {
  const frame = useRouteLoaderData<Frame>('root')
  return frame ? `${frame.siteUrl}${path}?${languageKey}=${frame.lang}` : path
}
