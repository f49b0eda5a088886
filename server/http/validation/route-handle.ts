/**
 * What a route says of itself to the server in front of it, as its `handle`. Everything is optional:
 * a route without a handle is a page.
 */
export interface RouteHandle {
  /**
   * How requests for it are counted, limited and cached. Pages are the default, and the only kind in
   * the page cache. `fallback` is the 503 page, which has no address that visitors can use.
   */
  kind?: RouteKind
  /** A list that `?page=` shows in pages. Elsewhere the parameter means nothing. */
  paged?: true
  /** Takes POST requests. Other routes take GET, HEAD and OPTIONS alone. */
  post?: PostBody
}

export type RouteKind = 'page' | 'picture' | 'share-card' | 'form' | 'page-view' | 'fallback'

/** The bodies that an address takes. */
export interface PostBody {
  /** Media types, in lower case. */
  types: readonly string[]
  maxBytes: number
}
