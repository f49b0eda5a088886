import { useTranslation } from 'react-i18next'
import type { SectionView } from './company-view'
import type { Spec } from '../content.server'
import type { Figure } from '../figures-of'
import { CompanyHeading } from './company-heading'
import { CompanyText } from './company-text'
import { FigureRow } from '../components/figures'
import { Picture } from '../components/picture'
import { SpecTable } from '../components/spec-table'

/** Sections that are told by their figures first, then in words and a picture. */
export function CompanyFigures({
  sections,
}: {
  sections: (SectionView & { figures: Figure[]; facts: Spec[] })[]
}) {
  const { t } = useTranslation()
  return sections.map((section) => (
    <section key={section.anchor} className="company-section">
      <CompanyHeading section={section} />
      <FigureRow figures={section.figures} />
      <div className="company-turns">
        <div className="company-text">
          <CompanyText section={section} />
          <SpecTable specs={section.facts} heading={t('product.facts')} />
        </div>
        {section.postImage && (
          <Picture
            image={section.postImage}
            sizes="(min-width: 80rem) 38rem, (min-width: 64rem) 46vw, 94vw"
            shape="scene"
          />
        )}
      </div>
    </section>
  ))
}
