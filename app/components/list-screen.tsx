import type { ReactNode } from 'react'
import type { CardPage } from '../cards'
import type { Crumb } from './breadcrumbs'
import { CardGrid } from './card-grid'
import { EmptyList } from './empty-list'
import { Pagination } from './pagination'
import { ScreenHeading } from './screen-heading'

interface ListHead {
  heading: string
  lead: string
  crumbs?: Crumb[]
}

/** A screen that is a list: its heading, one page of cards, and the way to the other pages. */
export function ListScreen({
  linkTo,
  shape,
  ...list
}: CardPage &
  ListHead & {
    /** Where a card leads, from its postID. */
    linkTo: (postId: string) => string
    shape: 'product' | 'scene'
  }) {
  return (
    <ListFrame {...list}>
      <CardGrid cards={list.cards} linkTo={linkTo} shape={shape} />
    </ListFrame>
  )
}

/** What such screens share, whatever their list looks like. A list of none is said in words. */
export function ListFrame({
  heading,
  lead,
  crumbs,
  cards,
  page,
  pages,
  children,
}: CardPage & ListHead & { children: ReactNode }) {
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
