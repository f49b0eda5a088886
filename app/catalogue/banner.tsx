import type { ReactNode } from 'react'
import { Breadcrumbs, type Crumb } from '../components/breadcrumbs'
import { MixedText } from '../components/mixed-text'
import { Picture } from '../components/picture'

/** A heading on a plate that is let into a wide picture; on plain paper where there is none. */
export function Banner({
  image,
  placeholderColour,
  heading,
  crumbs,
  children,
}: {
  image: string
  /** Its colour, if that is known. */
  placeholderColour?: string
  heading: string
  crumbs: Crumb[]
  /** Said right below the heading. */
  children?: ReactNode
}) {
  return (
    <header className="banner">
      {image && (
        <Picture
          image={image}
          placeholderColour={placeholderColour}
          use="wholeWidth"
          shape="scene"
          isLcp
        />
      )}
      <div className="container">
        <div className="banner-plate">
          <Breadcrumbs crumbs={crumbs} />
          <h1 className="node">
            <MixedText text={heading} />
          </h1>
          {children}
        </div>
      </div>
    </header>
  )
}
