import { useTranslation } from 'react-i18next'
import type { SectionView } from './company-sections.server'
import type { Spec } from '../content/content.server'
import { CompanyHeading } from './company-heading'
import { Picture } from '../components/picture'
import { RichText } from '../components/rich-text'
import { SpecTable } from '../components/spec-table'

/** Numbered goals, each with its specs beside the text. */
export function CompanyGoals({ sections }: { sections: (SectionView & { specs: Spec[] })[] }) {
  const { t } = useTranslation()
  return sections.map((section, at) => (
    <section key={section.anchor} className="company-section">
      <CompanyHeading section={section} number={at + 1} />
      <div className="company-columns">
        <RichText html={section.postDetails} />
        {(section.postImage || section.specs.length > 0) && (
          <div className="company-text">
            {section.postImage && <Picture post={section} use="goal" shape="scene" closesUp />}
            <SpecTable specs={section.specs} heading={t('product.facts')} />
          </div>
        )}
      </div>
    </section>
  ))
}
