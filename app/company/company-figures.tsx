import type { SectionView } from './company-sections.server'
import type { Spec } from '../content/content.server'
import type { Figure } from '../content/figures-of'
import { CompanyHeading } from './company-heading'
import { CompanyTurns } from './company-turns'
import { FigureRow } from '../components/figures'

/** Sections that start with their figures, followed by text and a picture. */
export function CompanyFigures({
  sections,
}: {
  sections: (SectionView & { figures: Figure[]; specs: Spec[] })[]
}) {
  return sections.map((section) => (
    <section key={section.anchor} className="company-section">
      <CompanyHeading section={section} />
      <FigureRow figures={section.figures} />
      <CompanyTurns section={section} />
    </section>
  ))
}
