import type { ReactNode } from 'react'
import { EmptyList } from './cards'
import type { CardPage } from '../views/card-views.server'
import { Pagination } from './pagination'
import { NarrowList, NothingLeft } from './narrow-list'
import type { NarrowingView } from './narrow-list.server'
import { type Crumb, ScreenHeading } from '../components/screen-heading'

/** The parts that all list screens share: heading, fields, pagination, and a message for an empty list. */
export function ListFrame({
  heading,
  crumbs,
  cards,
  page,
  pages,
  narrowing = null,
  children,
}: CardPage & {
  heading: string
  crumbs?: Crumb[]
  narrowing?: NarrowingView | null
  children: ReactNode
}) {
  return (
    <>
      <ScreenHeading crumbs={crumbs} heading={heading} />
      <div className="container">
        {narrowing && <NarrowList view={narrowing} />}
        {cards.length > 0 ? (
          children
        ) : narrowing ? (
          <NothingLeft removals={narrowing.removals} />
        ) : (
          <EmptyList />
        )}
        <Pagination page={page} pages={pages} search={narrowing?.search ?? ''} />
      </div>
    </>
  )
}
