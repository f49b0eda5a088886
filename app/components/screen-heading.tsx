import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '../language/languages'
import { useTextLanguage } from '../language/text-language'
import { Breadcrumbs, type Crumb } from './breadcrumbs'
import { MixedParagraph } from './mixed-text'
import { PageTitle } from './page-title'

/** The head of a screen: breadcrumbs, heading, and a lead sentence. */
export function ScreenHeading({
  crumbs = [],
  heading,
  lead = '',
  children,
}: {
  crumbs?: Crumb[]
  heading: string
  lead?: string
  children?: ReactNode
}) {
  const language = useTextLanguage()
  return (
    <header className="screen-heading container">
      <Breadcrumbs crumbs={crumbs} current={heading} />
      <PageTitle text={heading} />
      <MixedParagraph text={lead} className="lead" />
      <TranslationNotice language={language} />
      {children}
    </header>
  )
}

/** Says that the content exists only in another language, if it does. */
export function TranslationNotice({ language }: { language: Language | undefined }) {
  const { t } = useTranslation()
  if (!language) return null
  return (
    <p className="translation-notice">
      {t('translation.onlyIn', { language: t(`translation.languages.${language}`) })}
    </p>
  )
}
