import type { ReactNode } from 'react'
import { Breadcrumbs, type Crumb } from './breadcrumbs'
import { MixedText } from './mixed-text'
import { Picture } from './picture'

/** The head of a screen: the way here, its heading, what it is about, and perhaps a wide picture. */
export function ScreenHeading({
  crumbs = [],
  heading,
  lead = '',
  image = '',
  children,
}: {
  crumbs?: Crumb[]
  heading: string
  lead?: string
  image?: string
  children?: ReactNode
}) {
  return (
    <header className="screen-heading container">
      <Breadcrumbs crumbs={crumbs} />
      <h1 className="node">
        <MixedText text={heading} />
      </h1>
      {lead && (
        <p className="lead">
          <MixedText text={lead} />
        </p>
      )}
      {children}
      {image && (
        <Picture image={image} sizes="(min-width: 80rem) 76rem, 100vw" shape="scene" isLeading />
      )}
    </header>
  )
}
