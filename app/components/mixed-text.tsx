import { Fragment } from 'react'
import { languages } from '../language/languages'
import { splitLtrRuns } from '../language/ltr-runs'
import { useLanguage } from '../language/use-language'
import { Ltr } from './ltr'

/**
 * Content text: on Arabic pages its part numbers, units and ranges are isolated as left-to-right
 * runs.
 */
export function MixedText({ text }: { text: string }) {
  if (languages[useLanguage()].dir === 'ltr') return text
  return splitLtrRuns(text).map((part, at) =>
    part.isLtr ? <Ltr key={at}>{part.text}</Ltr> : <Fragment key={at}>{part.text}</Fragment>,
  )
}

/** A paragraph; nothing without text. */
export function MixedParagraph({ text, className }: { text: string; className?: string }) {
  if (text === '') return null
  return (
    <p className={className}>
      <MixedText text={text} />
    </p>
  )
}
