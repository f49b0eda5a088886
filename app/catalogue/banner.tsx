import type { ReactNode } from 'react'
import { Breadcrumbs, type Crumb } from '../components/breadcrumbs'
import { MixedText } from '../components/mixed-text'
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
          <h1 className="node">
            <MixedText text={heading} />
          </h1>
          {children}
        </div>
      </div>
    </header>
  )
}
