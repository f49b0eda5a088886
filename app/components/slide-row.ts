import { useEffect, useRef, type RefObject } from 'react'

/**
 * A row of slides that scrolls and snaps: tells which slide is shown, and moves by steps.
 * @param row the list whose children are the slides
 * @param onShow hears which slide is shown, from 0 on; has to be the same function all the time
 * @param first the slide that the row stands at as it mounts
 * @returns moves the row on by so many slides, or back; stays where there is none to go to
 */
export function useSlideRow(
  row: RefObject<HTMLElement | null>,
  onShow: (at: number) => void,
  first = 0,
) {
  const shown = useRef(first)
  /** Where the row is on its way to: a step counts from there, since the row itself comes later. */
  const aim = useRef<number | null>(null)

  useEffect(() => {
    const list = row.current
    if (!list) return
    const watcher = new IntersectionObserver(
      (entries) => {
        const entry = entries.findLast(({ isIntersecting }) => isIntersecting)
        if (!entry) return
        const at = [...list.children].indexOf(entry.target)
        // Arrived, or moved elsewhere by the visitor: anything but a slide passed on the way.
        if (aim.current !== null && !isBefore(at, shown.current, aim.current)) aim.current = null
        shown.current = at
        onShow(at)
      },
      { root: list, threshold: 0.6 },
    )
    for (const slide of list.children) watcher.observe(slide)
    /** A hand on the row stops it, wherever it was going. */
    const forget = () => {
      aim.current = null
    }
    list.addEventListener('pointerdown', forget)
    list.addEventListener('wheel', forget, { passive: true })
    return () => {
      watcher.disconnect()
      list.removeEventListener('pointerdown', forget)
      list.removeEventListener('wheel', forget)
    }
  }, [row, onShow])

  return function step(by: number) {
    const at = (aim.current ?? shown.current) + by
    const slide = row.current?.children[at]
    if (!slide) return
    aim.current = at
    slide.scrollIntoView({ block: 'nearest', inline: 'start' })
  }
}

/** Whether a slide lies on the way from one to another, the other itself left out. */
function isBefore(at: number, from: number, to: number) {
  return from <= to ? from <= at && at < to : to < at && at <= from
}
