import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { defaultLanguage, isLanguage, languages } from '../language/languages'
import { splitLtrRuns } from '../language/ltr-runs'
import { Ltr } from './ltr'

/** A text of the content: on Arabic pages its part numbers, units and ranges keep their own direction. */
export function MixedText({ text }: { text: string }) {
  const { i18n } = useTranslation()
  const language = isLanguage(i18n.language) ? i18n.language : defaultLanguage
  if (languages[language].dir === 'ltr') return text
  return splitLtrRuns(text).map((part, at) =>
    part.isLtr ? <Ltr key={at}>{part.text}</Ltr> : <Fragment key={at}>{part.text}</Fragment>,
  )
}
