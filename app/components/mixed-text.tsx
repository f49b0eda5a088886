import { Fragment } from 'react'
import { languages, type Language } from '../language/languages'
import { splitLtrRuns } from '../language/ltr-runs'
import { languageAttributes, useTextLanguage } from '../language/text-language'
import { useLanguage } from '../language/use-language'
import { Ltr } from './ltr'

/**
 * Content text: in Arabic its part numbers, units and ranges are isolated as left-to-right runs. A text in
 * another language than the page says so.
 */
export function MixedText({ text, language }: { text: string } & InLanguage) {
  const pageLanguage = useLanguage()
  const languageAround = useTextLanguage()
  const ownLanguage = language === undefined ? languageAround : language
  const isLtr = languages[ownLanguage ?? pageLanguage].dir === 'ltr'
  const parts = isLtr ? text : isolated(text)
  return ownLanguage ? <span {...languageAttributes(ownLanguage)}>{parts}</span> : parts
}

interface InLanguage {
  /** Of the text; null for the page's, and by default that of the content around it (TextIn). */
  language?: Language | null
}

function isolated(text: string) {
  return splitLtrRuns(text).map((part, at) =>
    part.isLtr ? <Ltr key={at}>{part.text}</Ltr> : <Fragment key={at}>{part.text}</Fragment>,
  )
}

/** A paragraph; nothing without text. */
export function MixedParagraph({
  text,
  className,
  language,
}: { text: string; className?: string } & InLanguage) {
  if (text === '') return null
  return (
    <p className={className}>
      <MixedText text={text} language={language} />
    </p>
  )
}
