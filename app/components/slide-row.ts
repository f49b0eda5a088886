import { type RefObject, useRef, useEffect } from 'react'

/**
 * Tracks which slide of a row with scroll snapping is shown, and scrolls by steps.
 * @param row the list whose children are the slides
 * @param onShow called with the index of the slide shown; must be a stable function
 * @param first the index of the slide shown on mount
 * @returns scrolls by a number of slides, negative for backwards; does nothing past either end
 */
export function useSlideRow(
  row: RefObject<HTMLElement | null>,
  onShow: (at: number) => void,
  first = 0,
) {
  const shown = useRef(first)
  /** The index that the row is scrolling to. Steps count from it, since scrolling takes time. */
  const target = useRef<number | null>(null)

  useEffect(() => {
    const list = row.current
    if (!list) return
    const observer = new IntersectionObserver(
      (entries) => {
        const entry = entries.filter(({ isIntersecting }) => isIntersecting).at(-1)
        if (!entry) return
        const at = [...list.children].indexOf(entry.target)
        // Cleared at the target, or where the visitor moved the row; not by slides passed on the
        // way.
        if (target.current !== null && !isBefore(at, shown.current, target.current))
          target.current = null
        shown.current = at
        onShow(at)
      },
      { root: list, threshold: 0.6 },
    )
    for (const slide of list.children) observer.observe(slide)
    /** The visitor's own scrolling cancels the target. */
    const clearTarget = () => {
      target.current = null
    }
    list.addEventListener('pointerdown', clearTarget)
    list.addEventListener('wheel', clearTarget, { passive: true })
    return () => {
      observer.disconnect()
      list.removeEventListener('pointerdown', clearTarget)
      list.removeEventListener('wheel', clearTarget)
    }
  }, [row, onShow])

  return function step(by: number) {
    const at = (target.current ?? shown.current) + by
    const slide = row.current?.children[at]
    if (!slide) return
    target.current = at
    slide.scrollIntoView({ block: 'nearest', inline: 'start' })
  }
}

/** Whether a slide is between two others, including the first and excluding the last. */
export function isBefore(at: number, from: number, to: number) {
  return from <= to ? from <= at && at < to : to < at && at <= from
}
