import type { ReactNode } from 'react'
import type { CardPage } from '../cards.server'
import type { Crumb } from '../components/breadcrumbs'
import { EmptyList } from '../components/empty-list'
import { Pagination } from '../components/pagination'
import { ScreenHeading } from '../components/screen-heading'

/**
 * What screens that are a list share, whatever their list looks like: the heading, the way to its
 * other pages, and words for a list of none.
 */
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
