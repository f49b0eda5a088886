import type { LookUps, Dependencies } from './content/content-calls.ts'
import type { RequestScope } from './content/request-scope.ts'
import type { RenderedStatus } from './http/fallback-pages.ts'
import type { OutgoingHeaders } from './outgoing-headers.ts'
import type { Site } from './site.ts'
import type { SentFile } from './uploads/receive-form.ts'

declare module '@remix-run/node' {
  interface AppLoadContext {
    /** Set by this site's host for every request; another host passes an empty object. */
    fromHost?: LoadContext
  }
}

/** Everything the app gets from the server for one request, besides the request itself. */
export interface LoadContext {
  site: Site
  /** The content of this request. All its loaders share it, so each call is made once. */
  content: RequestScope
  /** Opens the current content for bulk reading: nothing is served stale, and nothing is cached. */
  openCurrentContent: () => RequestScope
  /** The files that were sent with the form of this request; null with a host that does not store them. */
  uploads: SentFile[] | null
  /** The lines of a checked list as HTML in parts: its action renders them in steps, before the page. */
  checkedLines: Buffer[] | null
  /** The client for the purpose of limits; null: not limited. */
  client: string | null
  /** The host sends a 503 fallback in place of a page that cannot be rendered. */
  hasFallbackPages: boolean
  /** The format in which the page is rendered. */
  representation: 'html' | 'markdown'
  /**
   * Returns the path of a page's Markdown, or null if it has none; takes the page's path in any encoding. null where no
   * page has Markdown.
   */
  markdownPathOf: ((path: string) => string | null) | null
  /** The status whose fallback page this request renders; null for any other page. */
  fallbackStatus: RenderedStatus | null
}

/** The inputs of a load context, besides the site. */
export interface LoadOptions extends Partial<
  Pick<LoadContext, 'client' | 'hasFallbackPages' | 'representation' | 'fallbackStatus'>
> {
  /** The content of the request; when omitted, a scope is opened. */
  content?: RequestScope
  /** Filled in while the loaders read. */
  dependencies?: Dependencies
  /** Sent with each content API call. */
  callHeaders?: OutgoingHeaders | undefined
  /** Limits the look-ups of posts that may not exist; undefined: no limit. */
  lookUps?: LookUps | undefined
  /** The files that were sent with a form; undefined with a host that does not store them. */
  uploads?: SentFile[] | undefined
  markdownPathOf?: (path: string) => string | null
}

/** Makes the load context of one request. */
export function createLoadContext(
  site: Site,
  { content, dependencies, callHeaders, lookUps, ...options }: LoadOptions = {},
): LoadContext {
  return {
    site,
    content: content ?? site.openScope(dependencies, callHeaders, lookUps),
    openCurrentContent: () => content ?? site.openCurrentScope(),
    uploads: options.uploads ?? null,
    checkedLines: null,
    client: options.client ?? null,
    hasFallbackPages: options.hasFallbackPages ?? false,
    representation: options.representation ?? 'html',
    markdownPathOf: options.markdownPathOf ?? null,
    fallbackStatus: options.fallbackStatus ?? null,
  }
}
