import type { ReactNode } from 'react'
import type { SectionView } from './company-sections.server'
import { useTranslation } from 'react-i18next'
import { CompanyIndex } from './company-index'
import { ContactBand } from '../components/contact-band'
import { MessageItems } from '../components/message-items'
import { EmptyList } from '../components/empty-list'
import { ScreenHeading, TranslationNotice } from '../components/screen-heading'
import { TextIn } from '../language/text-language'

/** A screen with many sections, and their index before or, on wide screens, beside them. */
export function CompanyScreen({
  heading,
  sections,
  children,
}: {
  heading: string
  sections: SectionView[]
  children: ReactNode
}) {
  const { t } = useTranslation()
  // They are all of one list.
  const language = sections[0]?.language
  return (
    <>
      <ScreenHeading heading={heading}>
        <TranslationNotice language={language} />
      </ScreenHeading>
      <TextIn language={language}>
        <div className="company-screen container">
          <CompanyIndex sections={sections} />
          <div>{sections.length === 0 ? <EmptyList /> : children}</div>
        </div>
      </TextIn>
      <ContactBand heading={t('contact.ask.general')}>
        <MessageItems about={heading} />
      </ContactBand>
    </>
  )
}
