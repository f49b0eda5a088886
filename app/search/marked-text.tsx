import { Fragment } from 'react'
import type { Marks } from '../site/search.server'
import { languages, type Language } from '../language/languages'
import { ltrClass, splitLtrRuns, keepUnits } from '@site/arabic-text/directions'
import { languageAttributes, useLanguage } from '../language/text-language'

/**
 * Content text with marked ranges. In Arabic its left-to-right runs are isolated whole, and marked
 * inside, since a mark must not split a part number.
 * @param language of the text, if it is not the page's
 */
export function MarkedText({
  text,
  marks,
  language,
}: {
  text: string
  marks: Marks
  language?: Language | undefined
}) {
  const pageLanguage = useLanguage()
  const isLtr = languages[language ?? pageLanguage].dir === 'ltr'
  const kept = keepUnits(text)
  const runs = isLtr ? [{ text: kept, isLtr: false }] : splitLtrRuns(kept)
  const parts = withStarts(runs).map(({ text: own, isLtr: isIsolated, start }) =>
    isIsolated ? (
      <bdi key={start} dir="ltr" className={ltrClass(own)}>
        {markedParts(own, start, marks)}
      </bdi>
    ) : (
      <Fragment key={start}>{markedParts(own, start, marks)}</Fragment>
    ),
  )
  return <span {...languageAttributes(language)}>{parts}</span>
}

/** Adds the offset of each run in the whole text. */
function withStarts<T extends { text: string }>(runs: T[]): (T & { start: number })[] {
  let next = 0
  return runs.map((run) => {
    const start = next
    next += run.text.length
    return { ...run, start }
  })
}

/** @param start offset of the text within the marked one */
function markedParts(text: string, start: number, marks: Marks) {
  const parts = []
  let at = 0
  for (const [from, to] of marks) {
    const markStart = Math.max(from - start, at)
    const markEnd = Math.min(to - start, text.length)
    if (markStart >= markEnd) continue
    parts.push(
      text.slice(at, markStart),
      <mark key={markStart}>{text.slice(markStart, markEnd)}</mark>,
    )
    at = markEnd
  }
  return [...parts, text.slice(at)]
}
