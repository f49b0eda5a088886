import type { CardPage } from '../cards'
import type { Crumb } from './breadcrumbs'
import { CardGrid } from './card-grid'
import { Pagination } from './pagination'
import { ScreenHeading } from './screen-heading'

/** A screen that is a list: its heading, one page of cards, and the way to the other pages. */
export function ListScreen({
  heading,
  lead,
  crumbs,
  cards,
  page,
  pages,
  linkTo,
  shape,
}: CardPage & {
  heading: string
  lead: string
  crumbs?: Crumb[]
  /** Where a card leads, from its postID. */
  linkTo: (postId: string) => string
  shape: 'product' | 'scene'
}) {
  return (
    <>
      <ScreenHeading crumbs={crumbs} heading={heading} lead={lead} />
      <section className="container">
        <CardGrid cards={cards} linkTo={linkTo} shape={shape} />
        <Pagination page={page} pages={pages} />
      </section>
    </>
  )
}
