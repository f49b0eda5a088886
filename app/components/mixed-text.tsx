import { Fragment } from 'react'
import { languages } from '../language/languages'
import { splitLtrRuns } from '../language/ltr-runs'
import { languageAttributes, useTextLanguage } from '../language/text-language'
import { useLanguage } from '../language/use-language'
import { Ltr } from './ltr'

/**
 * Content text: in Arabic its part numbers, units and ranges are isolated as left-to-right runs. A text in
 * another language than the page says so.
 */
export function MixedText({ text }: { text: string }) {
  const pageLanguage = useLanguage()
  const language = useTextLanguage()
  const isLtr = languages[language ?? pageLanguage].dir === 'ltr'
  const parts = isLtr ? text : isolated(text)
  return language ? <span {...languageAttributes(language)}>{parts}</span> : parts
}

function isolated(text: string) {
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
