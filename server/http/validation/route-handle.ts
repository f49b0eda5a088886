/**
 * What a route exports as its `handle`, for the host. Everything is optional: a route without a handle is
 * a page.
 */
export interface RouteHandle {
  /**
   * How requests for it are counted, limited and cached. Pages are the default, and the only kind in
   * the page cache. A `private-page` is rendered for one visitor. A `stream` is a large file that is sent
   * while it is made, few at once. `fallback` is the error pages that are rendered in advance, which have no
   * address that visitors can use.
   */
  kind?: RouteKind
  /** A list with pages, selected by `?page=`. Elsewhere the parameter has no meaning. */
  paged?: true
  /**
   * Query parameters that select what the page shows, besides `lang` and `page`. A name that ends with a
   * dot stands for all names that start with it. Other parameters are removed by a redirect. Selections
   * are unlimited in number, so they stay probationary in the page cache.
   */
  query?: readonly string[]
  /** Those of them whose values keep their order; others are sorted. */
  ordered?: readonly string[]
  /** A page that has no Markdown: without its forms and scripts there is nothing to read. */
  htmlOnly?: true
  /** Accepts POST requests. Other routes accept only GET, HEAD and OPTIONS. */
  post?: PostBody
}

export type RouteKind = (typeof routeKinds)[number]

export const routeKinds = [
  'page',
  'private-page',
  'stream',
  'picture',
  'share-card',
  'form',
  'page-view',
  'fallback',
] as const

/** The request bodies that an address accepts. */
export interface PostBody {
  /** Media types, in lower case. */
  types: readonly string[]
  maxBytes: number
}

/** Whether a parameter is one that selects what a page shows. */
export function isSelector(name: string, { query = [] }: RouteHandle) {
  return query.some((known) => (known.endsWith('.') ? name.startsWith(known) : name === known))
}
