/**
 * What a route exports as its `handle`, for the host. Everything is optional: a route without a handle is
 * a page.
 */
export interface RouteHandle {
  /**
   * How requests for it are counted, limited and cached. Pages are the default, and the only kind in
   * the page cache. `fallback` is the error pages that are rendered in advance, which have no address
   * that visitors can use.
   */
  kind?: RouteKind
  /** A list with pages, selected by `?page=`. Elsewhere the parameter has no meaning. */
  paged?: true
  /** Accepts POST requests. Other routes accept only GET, HEAD and OPTIONS. */
  post?: PostBody
}

export type RouteKind = 'page' | 'picture' | 'share-card' | 'form' | 'page-view' | 'fallback'

/** The request bodies that an address accepts. */
export interface PostBody {
  /** Media types, in lower case. */
  types: readonly string[]
  maxBytes: number
}
