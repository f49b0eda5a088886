import type { ItemList, ListItem } from 'schema-dts'
import { pageSize } from '../../content/paging'
import { pageAddress, type PageContext } from './page-context.server'

/** A page of a list, as its screen shows it. */
interface ListedPosts<P> {
  cards: P[]
  /** From 1. */
  page?: number
  /** Of all pages, if known. */
  count?: number
}

/** The pages that a list leads to. Positions count from the first page. */
export function itemList<P extends { postID: string; postTitle: string }>(
  { cards, page = 1, count }: ListedPosts<P>,
  addressOf: (id: string) => string,
  context: PageContext,
): ItemList | undefined {
  return linkList(
    cards.map(({ postID, postTitle }) => ({ title: postTitle, to: addressOf(postID) })),
    context,
    { first: firstOf(page), ...(count !== undefined && { count }) },
  )
}

/** The same for links. @param to paths */
export function linkList(
  links: { title: string; to: string }[],
  page: PageContext,
  place?: ListPlace,
): ItemList | undefined {
  return thingList(
    links.map(({ title, to }) => ({
      name: title,
      url: pageAddress(page.frame, to, page.language),
    })),
    page,
    place,
  )
}

/** The position of listed things in the whole list. */
interface ListPlace {
  /** Of the first one, from 1. */
  first?: number
  /** Of all pages. */
  count?: number
}

/** The same for what is described in the list itself. @param items properties of the list's items */
export function thingList(
  items: Pick<Extract<ListItem, { position?: unknown }>, 'name' | 'url' | 'item'>[],
  { canonical }: PageContext,
  { first = 1, count = items.length }: ListPlace = {},
): ItemList | undefined {
  if (items.length === 0) return undefined
  return {
    '@type': 'ItemList',
    '@id': `${canonical}#list`,
    numberOfItems: count,
    itemListElement: items.map((item, at) => ({
      '@type': 'ListItem',
      position: first + at,
      ...item,
    })),
  }
}

/** The position of the first item of a page. @param page from 1 @param size items on each page */
export function firstOf(page: number, size = pageSize) {
  return (page - 1) * size + 1
}
