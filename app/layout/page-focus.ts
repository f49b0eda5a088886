import { useLocation } from '@remix-run/react'
import { useEffect } from 'react'

/** Outside the component, since an error boundary remounts the document. */
let lastPathname: string | undefined

/**
 * Moves the focus to the beginning of the page after a navigation to another screen, as a page load
 * does.
 * @param target the id of the element to focus
 */
export function usePageFocus(target: string) {
  const { pathname, hash } = useLocation()
  useEffect(() => {
    const previous = lastPathname
    lastPathname = pathname
    if (previous === undefined || previous === pathname) return
    if (hash === '') document.getElementById(target)?.focus({ preventScroll: true })
  }, [pathname, hash, target])
}
