/** Lists longer than this are shown in pages. */
export const pageSize = 24

/** One page of a list, and where it stands among the others. */
export interface Paged<T> {
  items: T[]
  /** From 1 on. */
  page: number
  pages: number
}
