import { useTranslation } from 'react-i18next'
import type { SectionView } from './company-sections.server'
import { Banner } from '../components/banner'
import { MixedParagraph, MixedText } from '../components/mixed-text'
import { ScreenHeading, TranslationNotice } from '../components/screen-heading'
import { RichText } from '../components/rich-text'
import { SpecTable } from '../components/spec-table'
import { TextIn } from '../language/text-language'
import type { Spec } from '../content/content.server'

/** The first section of the company, with a large picture. */
export function CompanyOpening({
  heading,
  section,
}: {
  heading: string
  section: (SectionView & { specs: Spec[] }) | undefined
}) {
  const { t } = useTranslation()
  if (!section) return <ScreenHeading heading={heading} />
  const { postTitle, postSubTitle, anchor } = section
  return (
    <>
      <Banner post={section} heading={heading}>
        <TranslationNotice language={section.language} />
      </Banner>
      <TextIn language={section.language}>
        <section className="opening-body container">
          <header className="company-heading">
            {postTitle && (
              <h2 id={anchor} className={postTitle === heading ? 'visually-hidden' : undefined}>
                <MixedText text={postTitle} />
              </h2>
            )}
            <MixedParagraph text={postSubTitle} className="opening-statement" />
          </header>
          <RichText html={section.postDetails} />
          <SpecTable specs={section.specs} heading={t('product.facts')} />
        </section>
      </TextIn>
    </>
  )
}
