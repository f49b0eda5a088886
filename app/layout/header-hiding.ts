import { useEffect, type RefObject } from 'react'

/** Shorter scrolling has no direction: a finger never rests completely, px. */
const tolerance = 8

/**
 * Marks the header as out of the way while the visitor scrolls down, until they scroll up. The
 * stylesheet hides it only where it is sticky, and never while it is in use.
 */
export function useHeaderHiding(header: RefObject<HTMLElement>) {
  useEffect(() => {
    let last = window.scrollY
    function onScroll() {
      const position = window.scrollY
      const element = header.current
      if (!element || Math.abs(position - last) < tolerance) return
      const isDown = position > last && position > element.offsetHeight
      element.toggleAttribute('data-hidden', isDown)
      last = position
    }
    window.addEventListener('scroll', onScroll, { passive: true })
    return () => window.removeEventListener('scroll', onScroll)
  }, [header])
}
