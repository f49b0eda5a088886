import { useTranslation } from 'react-i18next'
import type { SectionView } from './company-sections.server'
import type { Spec } from '../content/content.server'
import { CompanyHeading } from './company-heading'
import { Picture } from '../components/picture'
import { RichText } from '../components/rich-text'
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
        <RichText html={section.postDetails} />
        <SpecTable specs={section.specs} heading={t('product.facts')} />
      </div>
    </section>
  ))
}
