import { useLocation } from '@remix-run/react'
import { useEffect, useRef } from 'react'

/** After going to another screen the focus is at its beginning, as after a page load. */
export function usePageFocus(target: string) {
  const { pathname, hash } = useLocation()
  const previous = useRef(pathname)
  useEffect(() => {
    if (previous.current === pathname) return
    previous.current = pathname
    if (hash === '') document.getElementById(target)?.focus({ preventScroll: true })
  }, [pathname, hash, target])
}
