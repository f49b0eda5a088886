import { useTranslation } from 'react-i18next'
import type { SectionView } from './company-view'
import type { Spec } from '../content.server'
import { CompanyHeading } from './company-heading'
import { CompanyText } from './company-text'
import { Picture } from '../components/picture'
import { SpecTable } from '../components/spec-table'

/** Sections along the line, picture and text by turns on either side. */
export function CompanyStory({ sections }: { sections: (SectionView & { facts: Spec[] })[] }) {
  const { t } = useTranslation()
  return sections.map((section) => (
    <section key={section.anchor} className="company-section">
      <div className="company-turns">
        <div className="company-text">
          <CompanyHeading section={section} />
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
