import type { ReactNode } from 'react'
import type { Crumb } from './breadcrumbs'
import { Picture, type Pictured } from './picture'
import { ScreenHeading } from './screen-heading'

/** A wide picture, shown whole, with the head of the screen below it. */
export function Banner({
  post,
  ...head
}: {
  post: Pictured
  heading: string
  crumbs?: Crumb[]
  /** Shown below the heading. */
  children?: ReactNode
}) {
  return (
    <div className="banner">
      {post.postImage && (
        <div className="banner-picture full-bleed">
          <Picture post={post} use="banner" shape="scene" isLcp closesUp />
        </div>
      )}
      <ScreenHeading {...head} />
    </div>
  )
}
