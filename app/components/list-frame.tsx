import type { ReactNode } from 'react'
import type { CardPage } from '../content/cards.server'
import type { Crumb } from './breadcrumbs'
import { EmptyList } from './empty-list'
import { Pagination } from './pagination'
import { ScreenHeading } from './screen-heading'

/** The parts that all list screens share: heading, pagination, and a message for an empty list. */
export function ListFrame({
  heading,
  crumbs,
  cards,
  page,
  pages,
  children,
}: CardPage & { heading: string; crumbs?: Crumb[]; children: ReactNode }) {
  return (
    <>
      <ScreenHeading crumbs={crumbs} heading={heading} />
      <div className="container">
        {cards.length > 0 ? children : <EmptyList />}
        <Pagination page={page} pages={pages} />
      </div>
    </>
  )
}
