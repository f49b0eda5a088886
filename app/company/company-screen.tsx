import type { ReactNode } from 'react'
import type { SectionView } from './company-view'
import { CompanyIndex } from './company-index'
import { EmptyList } from '../components/empty-list'
import { ScreenHeading } from '../components/screen-heading'

/** A screen with many sections, and their index before or, on wide screens, beside them. */
export function CompanyScreen({
  heading,
  sections,
  children,
}: {
  heading: string
  sections: SectionView[]
  children: ReactNode
}) {
  return (
    <>
      <ScreenHeading heading={heading} />
      <div className="company-screen container">
        <CompanyIndex sections={sections} />
        <div>{sections.length === 0 ? <EmptyList /> : children}</div>
      </div>
    </>
  )
}
