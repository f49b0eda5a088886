import { useTranslation } from 'react-i18next'
import type { SectionView } from './company-sections.server'
import type { Spec } from '../content/content.server'
import { CompanyHeading } from './company-heading'
import { Picture } from '../components/picture'
import { RichText } from '../components/rich-text'
import { SpecTable } from '../components/spec-table'

/** Fields of work, each with a wide picture, its text, and its specs beside the text. */
export function CompanyFields({ sections }: { sections: (SectionView & { specs: Spec[] })[] }) {
  const { t } = useTranslation()
  return sections.map((section, at) => (
    <section key={section.anchor} className="company-section">
      <CompanyHeading section={section} />
      {section.postImage && (
        <Picture post={section} use="field" shape="scene" isLcp={at === 0} closesUp />
      )}
      <div className="company-columns">
        <RichText html={section.postDetails} />
        <SpecTable specs={section.specs} heading={t('product.facts')} />
      </div>
    </section>
  ))
}
