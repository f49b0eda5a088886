import { Meta, useLocation, type Location } from '@remix-run/react'
import { useLayoutEffect } from 'react'
import { createPortal } from 'react-dom'

/** The elements of a screen's head (seo/page-meta.ts) that a visitor or the browser notices after a navigation. */
const ownElements = ['title', 'link[rel="canonical"]']

/**
 * The document's initial location, and whether the visitor has left it. Outside the component,
 * since an error page remounts it.
 */
let documentLocation: Location | undefined
let hasNavigated = false

/**
 * Sets title and canonical address after a navigation. Replaces the server's elements; everything
 * else in the head stays.
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
 * Whether two locations show one screen: a link within a page is not a navigation, and the router
 * does not know a posted form's page.
 */
function isSameScreen(location: Location, before: Location) {
  if (location.key === before.key) return true
  const { pathname, search, hash } = location
  return hash !== '' && pathname === before.pathname && search === before.search
}
