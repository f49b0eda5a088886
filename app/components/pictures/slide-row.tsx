import { type RefObject, useRef, useEffect } from 'react'
import { Icon } from '../icon'
import { Ltr } from '../mixed-text'

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
function isBefore(at: number, from: number, to: number) {
  return from <= to ? from <= at && at < to : to < at && at <= from
}

/**
 * The number of the slide shown, between buttons to the slides before and after it.
 * @param names of the two buttons
 */
export function SlideSteps({
  shown,
  count,
  step,
  names,
}: {
  shown: number
  count: number
  step: (by: number) => void
  names: [previous: string, next: string]
}) {
  const button = (by: 1 | -1, end: number, icon: 'chevron' | 'chevronBack', name: string) => (
    <button
      className="icon-button"
      type="button"
      aria-disabled={shown === end || undefined}
      onClick={() => step(by)}
    >
      <Icon name={icon} />
      <span className="visually-hidden">{name}</span>
    </button>
  )
  return (
    <>
      {button(-1, 0, 'chevronBack', names[0])}
      <p aria-live="polite">
        <Ltr>{`${shown + 1} / ${count}`}</Ltr>
      </p>
      {button(1, count - 1, 'chevron', names[1])}
    </>
  )
}
