import type { LookUps } from './content/content-calls.ts'
import type { RequestScope } from './content/request-scope.ts'
import type { Dependencies } from './content/content-calls.ts'
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

/** Everything the app gets from the server, besides the request itself. */
export type LoadContext = ReturnType<typeof createLoadContext>

/** The inputs of a load context, besides the site. */
export interface LoadOptions {
  /** The content of the request; when omitted, a scope is opened. */
  content?: RequestScope
  /** Filled in while the loaders read. */
  dependencies?: Dependencies
  /** Sent with each content API call. */
  callHeaders?: OutgoingHeaders | undefined
  /** Limits the look-ups of posts that may not exist; undefined: no limit. */
  lookUps?: LookUps | undefined
  /** The client for the purpose of limits; null: not limited. */
  client?: string | null
  /** The files that were sent with a form; undefined with a host that does not store them. */
  uploads?: SentFile[] | undefined
  hasFallbackPages?: boolean
  representation?: 'html' | 'markdown'
  markdownPathOf?: (path: string) => string | null
  fallbackStatus?: RenderedStatus
}

/** Makes the load context of one request. */
export function createLoadContext(site: Site, options: LoadOptions = {}) {
  const { config, brand, isHttps, images, documents, shareCards, sheets } = site
  const { search, pageViews, enquiries, submissionLimit, uploadStore, quickList } = site
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
    sheets,
    search,
    pageViews,
    enquiries,
    submissionLimit,
    uploadStore,
    quickList,
    /** The files that were sent with the form of this request; null with a host that does not store them. */
    uploads: options.uploads ?? null,
    /** The lines of a checked list as HTML in parts: its action renders them in steps, before the page. */
    checkedLines: null as Buffer[] | null,
    /** The content of this request. All its loaders share it, so each call is made once. */
    content: content ?? site.openScope(dependencies, callHeaders, lookUps),
    /** Opens the current content for bulk reading: nothing is served stale, and nothing is cached. */
    openCurrentContent: () => content ?? site.openCurrentScope(),
    /** The client for the purpose of limits; null: not limited. */
    client: options.client ?? null,
    /** The host sends a 503 fallback in place of a page that cannot be rendered. */
    hasFallbackPages: options.hasFallbackPages ?? false,
    /** The format in which the page is rendered. */
    representation: options.representation ?? 'html',
    /**
     * Returns the path of a page's Markdown, or null if it has none; takes the page's path in any encoding. null where
     * no page has Markdown.
     */
    markdownPathOf: options.markdownPathOf ?? null,
    /** The status whose fallback page this request renders; null for any other page. */
    fallbackStatus: options.fallbackStatus ?? null,
  }
}
