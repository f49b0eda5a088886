import { Meta, useLocation } from '@remix-run/react'
import { useLayoutEffect, useState } from 'react'
import { createPortal } from 'react-dom'

/** What a screen says in the head of the document that a visitor or the browser notices (seo/page-meta.ts). */
const ownElements = ['title', 'link[rel="canonical"]']

/** Outside the component, since an error page remounts it. */
let hasNavigated = false

/**
 * Title and canonical address of the screen after a navigation. At first the head has the server's: they are
 * replaced, and everything else in the head stays, whoever has put it there.
 */
export function NavigatedHead() {
  const { key } = useLocation()
  const [firstKey] = useState(key)
  const isOwn = hasNavigated || key !== firstKey

  useLayoutEffect(() => {
    if (!isOwn) return
    hasNavigated = true
    for (const selector of ownElements) {
      const elements = [...document.head.querySelectorAll(selector)]
      for (const element of elements.slice(0, -1)) element.remove()
    }
  }, [isOwn])

  return isOwn ? createPortal(<Meta />, document.head) : null
}
