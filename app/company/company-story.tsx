import type { SectionView } from './company-view'
import type { Spec } from '../content/content.server'
import { CompanyHeading } from './company-heading'
import { CompanyTurns } from './company-turns'

/** Sections along the line, picture and text by turns on either side. */
export function CompanyStory({ sections }: { sections: (SectionView & { facts: Spec[] })[] }) {
  return sections.map((section) => (
    <section key={section.anchor} className="company-section">
      <CompanyTurns section={section}>
        <CompanyHeading section={section} />
      </CompanyTurns>
    </section>
  ))
}
