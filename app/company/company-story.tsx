import type { SectionView } from './company-view'
import type { Spec } from '../content/content.server'
import { CompanyHeading } from './company-heading'
import { CompanyTurns } from './company-turns'

/** Sections with pictures on alternating sides. */
export function CompanyStory({ sections }: { sections: (SectionView & { specs: Spec[] })[] }) {
  return sections.map((section) => (
    <section key={section.anchor} className="company-section">
      <CompanyTurns section={section}>
        <CompanyHeading section={section} />
      </CompanyTurns>
    </section>
  ))
}
