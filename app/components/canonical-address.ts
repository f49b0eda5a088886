import { useRouteLoaderData } from '@remix-run/react'
import { languageKey } from '../language/languages'
import type { Frame } from '../layout/frame'

/**
 * A page's absolute address in the language that it is read in, as its canonical link says it.
 * @param path as it stands in the address
 */
export function useCanonicalAddress(path: string) {
  const frame = useRouteLoaderData<Frame>('root')
  return frame ? `${frame.siteUrl}${path}?${languageKey}=${frame.lang}` : path
}
