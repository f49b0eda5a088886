import type { ReactNode } from 'react'
import type { CardPage } from '../content/cards.server'
import type { Crumb } from './breadcrumbs'
import { EmptyList } from './empty-list'
import { Pagination } from './pagination'
import { ScreenHeading } from './screen-heading'

/** The parts that all list screens share: heading, pagination, and a message for an empty list. */
export function ListFrame({
  heading,
  lead,
  crumbs,
  cards,
  page,
  pages,
  children,
}: CardPage & { heading: string; lead: string; crumbs?: Crumb[]; children: ReactNode }) {
  return (
    <>
      <ScreenHeading crumbs={crumbs} heading={heading} lead={lead} />
      <div className="container">
        {cards.length > 0 ? children : <EmptyList />}
        <Pagination page={page} pages={pages} />
      </div>
    </>
  )
}
