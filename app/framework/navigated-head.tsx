import { Meta, useLocation } from '@remix-run/react'
import { useLayoutEffect } from 'react'
import { createPortal } from 'react-dom'

/** What a screen says in the head of the document that a visitor or the browser notices (seo/page-meta.ts). */
const ownElements = ['title', 'link[rel="canonical"]']

/**
 * The key of the document's own location, and whether the visitor has left it once. Outside the component, since an
 * error page remounts it.
 */
let documentKey: string | undefined
let hasNavigated = false

/**
 * Title and canonical address of the screen after a navigation. At first the head has the server's: they are
 * replaced, and everything else in the head stays, whoever has put it there.
 */
export function NavigatedHead() {
  const { key } = useLocation()
  const isOwn = hasNavigated || (documentKey !== undefined && key !== documentKey)

  useLayoutEffect(() => {
    documentKey ??= key
    if (!isOwn) return
    hasNavigated = true
    for (const selector of ownElements) {
      const elements = [...document.head.querySelectorAll(selector)]
      for (const element of elements.slice(0, -1)) element.remove()
    }
  }, [key, isOwn])

  return isOwn ? createPortal(<Meta />, document.head) : null
}
