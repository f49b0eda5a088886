import { useTranslation } from 'react-i18next'
import type { SectionView } from './company-sections.server'
import { Picture } from '../components/picture'
import { RichText } from '../components/rich-text'
import { SpecTable } from '../components/spec-table'
import type { Spec } from '../content/content.server'

/** A section's text with its specs, and its picture beside it on alternating sides. */
export function CompanyTurns({ section }: { section: SectionView & { specs: Spec[] } }) {
  const { t } = useTranslation()
  return (
    <div className="company-turns">
      <div className="company-text">
        <RichText html={section.postDetails} />
        <SpecTable specs={section.specs} heading={t('product.facts')} />
      </div>
      {section.postImage && <Picture post={section} use="turns" shape="scene" closesUp />}
    </div>
  )
}
