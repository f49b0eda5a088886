import { Meta, useLocation, type Location } from '@remix-run/react'
import { useLayoutEffect } from 'react'
import { createPortal } from 'react-dom'

/** The elements of a screen's head (seo/page-meta.ts) that a visitor or the browser notices after a navigation. */
const ownElements = ['title', 'link[rel="canonical"]']

/**
 * The document's own location, and whether the visitor has left it once. Outside the component, since an error page
 * remounts it.
 */
let documentLocation: Location | undefined
let hasNavigated = false

/**
 * Title and canonical address of the screen after a navigation. At first the head has the server's: they are
 * replaced, and everything else in the head stays, whoever has put it there.
 */
export function NavigatedHead() {
  const location = useLocation()
  const isOwn =
    hasNavigated || (documentLocation !== undefined && !isSameScreen(location, documentLocation))

  useLayoutEffect(() => {
    documentLocation ??= location
    if (!isOwn) return
    hasNavigated = true
    for (const selector of ownElements) {
      const elements = [...document.head.querySelectorAll(selector)]
      for (const element of elements.slice(0, -1)) element.remove()
    }
  }, [location, isOwn])

  return isOwn ? createPortal(<Meta />, document.head) : null
}

/**
 * Whether two locations show one screen: a link within a page leads elsewhere in it, and the router has nothing of
 * what was posted to it.
 */
function isSameScreen(location: Location, before: Location) {
  if (location.key === before.key) return true
  const { pathname, search, hash } = location
  return hash !== '' && pathname === before.pathname && search === before.search
}
