import type { LookUps } from './content/content-calls.ts'
import type { RequestScope } from './content/request-scope.ts'
import type { Dependencies } from './content/content-calls.ts'
import type { RenderedStatus } from './http/fallback-pages.ts'
import type { OutgoingHeaders } from './outgoing-headers.ts'
import type { Site } from './site.ts'

declare module '@remix-run/node' {
  interface AppLoadContext {
    /** Set by our own host for every request; another host passes an empty object. */
    fromHost?: LoadContext
  }
}

/** All that the app gets of the server, besides the request itself. */
export type LoadContext = ReturnType<typeof createLoadContext>

/** What a load context depends on, besides the site. */
export interface LoadOptions {
  /** The content of the request; without it a scope is opened. */
  content?: RequestScope
  /** Filled in while the loaders read. */
  dependencies?: Dependencies
  /** Sent with each content API call. */
  callHeaders?: OutgoingHeaders | undefined
  /** Limits the calls for posts that may not exist; undefined: no limit. */
  lookUps?: LookUps | undefined
  /** The client for the purpose of limits; null: not limited. */
  client?: string | null
  hasFallbackPages?: boolean
  representation?: 'html' | 'markdown'
  markdownPathOf?: (path: string) => string | null
  fallbackStatus?: RenderedStatus
}

/** Makes the load context of one request. */
export function createLoadContext(site: Site, options: LoadOptions = {}) {
  const { config, brand, isHttps, images, documents, shareCards } = site
  const { search, pageViews, enquiries, submissionLimit } = site
  const { content, dependencies, callHeaders, lookUps } = options
  return {
    config,
    brand,
    /** The site's public URL, without a trailing slash. */
    siteUrl: site.siteUrl(),
    /** Whether visitors use HTTPS. */
    isHttps,
    images,
    documents,
    shareCards,
    search,
    pageViews,
    enquiries,
    submissionLimit,
    /** The content of this request. All its loaders share it, and so make each call once. */
    content: content ?? site.openScope(dependencies, callHeaders, lookUps),
    /** The content as it is now, for reading all of it: nothing is served stale, and nothing is cached. */
    openCurrentContent: () => content ?? site.openCurrentScope(),
    /** The client for the purpose of limits; null: not limited. */
    client: options.client ?? null,
    /** The host sends a 503 fallback in place of a page that cannot be rendered. */
    hasFallbackPages: options.hasFallbackPages ?? false,
    /** What the page is rendered as. */
    representation: options.representation ?? 'html',
    /**
     * Finds the path of a page's Markdown; null if it has none. It takes the page's path, encoded in any way. null
     * where there is no Markdown.
     */
    markdownPathOf: options.markdownPathOf ?? null,
    /** This request renders the fallback page for a status; null: it renders another page. */
    fallbackStatus: options.fallbackStatus ?? null,
  }
}
