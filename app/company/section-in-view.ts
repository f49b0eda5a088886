import { useEffect, useState } from 'react'

/** The part of the window that is read: below its first tenth, and above its last six tenths. */
const readingZone = '-10% 0px -60%'

/**
 * The section that is being read: the first one in the upper part of the window.
 * @param anchors the ids of the sections' headings, in order
 * @returns its anchor; null before hydration and outside the sections
 */
export function useSectionInView(anchors: string[]) {
  const [inView, setInView] = useState<string | null>(null)
  const key = anchors.join(' ')

  useEffect(() => {
    const all = key.split(' ')
    const sections = all.map((anchor) => document.getElementById(anchor)?.closest('section'))
    const visible = new Set<Element>()
    const observer = new IntersectionObserver(
      (changes) => {
        for (const { target, isIntersecting } of changes) {
          if (isIntersecting) visible.add(target)
          else visible.delete(target)
        }
        setInView(all[sections.findIndex((section) => section && visible.has(section))] ?? null)
      },
      { rootMargin: readingZone },
    )
    for (const section of sections) if (section) observer.observe(section)
    return () => observer.disconnect()
  }, [key])

  return inView
}
