import type { SectionView } from './company-sections.server'
import { MixedParagraph, MixedText } from '../components/mixed-text'

/** The head of a section: an optional number, its title and subtitle. */
export function CompanyHeading({
  section: { anchor, postTitle, postSubTitle },
  number,
}: {
  section: SectionView
  number?: number
}) {
  return (
    <header className="company-heading">
      {number !== undefined && (
        <p className="company-number" data-markdown="skip">
          {number}
        </p>
      )}
      {postTitle && (
        <h2 id={anchor} tabIndex={-1}>
          <MixedText text={postTitle} />
        </h2>
      )}
      <MixedParagraph text={postSubTitle} className="lead" />
    </header>
  )
}
