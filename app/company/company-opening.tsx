import { useTranslation } from 'react-i18next'
import type { SectionView } from './company-view'
import { CompanyText } from './company-text'
import { Breadcrumbs } from '../components/breadcrumbs'
import { MixedParagraph, MixedText } from '../components/mixed-text'
import { Picture } from '../components/picture'
import { ScreenHeading, TranslationNotice } from '../components/screen-heading'
import { SpecTable } from '../components/spec-table'
import { TextIn } from '../language/text-language'
import type { Spec } from '../content/content.server'

/**
 * The first section of the company, with a large picture. The screen shows its timeline separately.
 */
export function CompanyOpening({
  heading,
  section,
}: {
  heading: string
  section: (SectionView & { specs: Spec[] }) | undefined
}) {
  const { t } = useTranslation()
  if (!section) return <ScreenHeading heading={heading} />
  const { postImage, postTitle, postSubTitle, anchor } = section
  return (
    <>
      <header className="opening">
        {postImage && (
          <div className="full-bleed">
            <Picture post={section} use="opening" shape="scene" isLcp />
          </div>
        )}
        <div className="container">
          <div className="opening-text">
            <Breadcrumbs crumbs={[]} current={heading} />
            <h1 className="node">
              <MixedText text={heading} />
            </h1>
            <TranslationNotice language={section.language} />
          </div>
        </div>
      </header>
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
          <CompanyText section={{ ...section, timeline: null }} />
          <SpecTable specs={section.specs} heading={t('product.facts')} />
        </section>
      </TextIn>
    </>
  )
}
