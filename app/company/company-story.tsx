import { useTranslation } from 'react-i18next'
import type { SectionView } from './company-view'
import type { Spec } from '../content/content.server'
import { CompanyHeading } from './company-heading'
import { CompanyText } from './company-text'
import { Picture } from '../components/picture'
import { SpecTable } from '../components/spec-table'

/** Sections with their heading and picture beside the text. */
export function CompanyStory({ sections }: { sections: (SectionView & { specs: Spec[] })[] }) {
  const { t } = useTranslation()
  return sections.map((section) => (
    <section key={section.anchor} className="company-section company-story">
      <div className="company-story-head">
        <CompanyHeading section={section} />
        {section.postImage && <Picture post={section} use="story" shape="scene" closesUp />}
      </div>
      <div className="company-text">
        <CompanyText section={section} />
        <SpecTable specs={section.specs} heading={t('product.facts')} />
      </div>
    </section>
  ))
}
