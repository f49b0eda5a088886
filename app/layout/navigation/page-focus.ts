import { useLocation, type ScrollRestoration } from '@remix-run/react'
import { useEffect, type ComponentProps } from 'react'

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

type GetKey = NonNullable<ComponentProps<typeof ScrollRestoration>['getKey']>

let anchorCount = 0

/**
 * The key under which the router stores the scroll position. The browser itself follows a link
 * within the page, which the router cannot tell from going back: it gets a new key without a stored
 * position, so that the page scrolls to the link's target and not to an earlier position.
 */
export const scrollKeyOf: GetKey = ({ key, hash }) =>
  key === 'default' && hash !== '' ? `within-${(anchorCount += 1)}` : key
