import { useTranslation } from 'react-i18next'
import type { Measure, SectionView } from './company-view'
import type { Spec } from '../content/content.server'
import { CompanyHeading } from './company-heading'
import { CompanyMeasures } from './company-measures'
import { CompanyText } from './company-text'
import { Picture } from '../components/picture'
import { SpecTable } from '../components/spec-table'

/** Numbered goals, each with its measures. */
export function CompanyGoals({
  sections,
}: {
  sections: (SectionView & { measures: Measure[]; specs: Spec[] })[]
}) {
  const { t } = useTranslation()
  return sections.map((section, at) => (
    <section key={section.anchor} className="company-section">
      <CompanyHeading section={section} number={at + 1} />
      <CompanyMeasures measures={section.measures} />
      <div className="company-columns">
        <CompanyText section={section} />
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
