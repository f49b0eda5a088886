/** Max. items of a page; longer lists have several pages. */
export const pageSize = 24

/** One page of a list. */
export interface Paged<T> {
  items: T[]
  /** Starts at 1. */
  page: number
  pages: number
}
