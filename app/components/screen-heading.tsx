import type { ReactNode } from 'react'
import { Breadcrumbs, type Crumb } from './breadcrumbs'
import { MixedParagraph, MixedText } from './mixed-text'

/** The head of a screen: breadcrumbs, heading, and a lead sentence. */
export function ScreenHeading({
  crumbs = [],
  heading,
  lead = '',
  children,
}: {
  crumbs?: Crumb[]
  heading: string
  lead?: string
  children?: ReactNode
}) {
  return (
    <header className="screen-heading container">
      <Breadcrumbs crumbs={crumbs} />
      <h1 className="node">
        <MixedText text={heading} />
      </h1>
      <MixedParagraph text={lead} className="lead" />
      {children}
    </header>
  )
}
