import type { ReactNode } from 'react'
import { Breadcrumbs, type Crumb } from '../components/breadcrumbs'
import { PageTitle } from '../components/page-title'
import { Picture } from '../components/picture'

/** A heading on a plate over a wide picture; on the page background without one. */
export function Banner({
  image,
  placeholderColour,
  heading,
  crumbs,
  children,
}: {
  image: string
  placeholderColour?: string
  heading: string
  crumbs: Crumb[]
  /** Shown right below the heading. */
  children?: ReactNode
}) {
  return (
    <header className="banner">
      {image && (
        <Picture
          post={{ postImage: image, placeholderColour }}
          use="wholeWidth"
          shape="scene"
          isLcp
        />
      )}
      <div className="container">
        <div className="banner-plate">
          <Breadcrumbs crumbs={crumbs} current={heading} />
          <PageTitle text={heading} />
          {children}
        </div>
      </div>
    </header>
  )
}
