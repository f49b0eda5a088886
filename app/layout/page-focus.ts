import { useLocation } from '@remix-run/react'
import { useEffect } from 'react'

/** Where the visitor is; kept, since an error boundary makes the document anew. */
let shown: string | undefined

/** After going to another screen the focus is at its beginning, as after a page load. */
export function usePageFocus(target: string) {
  const { pathname, hash } = useLocation()
  useEffect(() => {
    const before = shown
    shown = pathname
    if (before === undefined || before === pathname) return
    if (hash === '') document.getElementById(target)?.focus({ preventScroll: true })
  }, [pathname, hash, target])
}
