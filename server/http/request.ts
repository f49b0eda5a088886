import type { IncomingMessage, ServerResponse } from 'node:http'
import type { LookUps } from '../content/content-calls.ts'
import { contentLanguages, type ContentLanguage } from '../content/content-types.ts'
import type { Dependencies } from '../content/content-calls.ts'
import { clientOf } from '../limits/client-limits.ts'
import { readCookie } from './headers.ts'
import type { RouteMatch } from './validation/route-table.ts'

/** How the page cache answered; `bypass`: the page is never cached. */
export type CacheResult = 'hit' | 'stale' | 'miss' | 'bypass'

/** Facts about a request that only the server knows. */
export interface RequestFacts {
  /** @param path as sent, correctly encoded */
  matchRoute: (path: string) => RouteMatch
  /** Returns the client's IP address, behind trusted proxies; empty when the connection is closed. */
  addressOf: (incoming: IncomingMessage) => string
  /** Whether a request comes directly from a trusted proxy. */
  isProxy: (incoming: IncomingMessage) => boolean
}

/** Name of both the cookie and the parameter. */
export const languageKey = 'lang'
const [defaultLanguage] = contentLanguages

/** The first language parameter of a query; URLSearchParams would take 15 ms for 16 kB of invalid encoding. */
const languageParameter = new RegExp(`(?:^|&)${languageKey}=([^&]*)`)

/** Remix's own parameter: the data of one route of a page instead of the page. */
export const dataKey = '_data'
const dataParameter = new RegExp(`(?:^|&)${dataKey}=`)

/** The request target as sent to proxies (RFC 9112, 3.2.2). */
const absoluteUrl = /^https?:\/\/([^/?#]*)(.*)$/is

/**
 * A request and its response. It is parsed here and nowhere else; each step of the pipeline reads it, and adds
 * what later steps and the access log need. What not every request needs is computed when it is first read.
 */
export class SiteRequest {
  /** Time of arrival by `performance.now()`, ms. */
  readonly beganAt = performance.now()
  /** The host of an absolute URL, which counts instead of the Host header. */
  readonly authority: string | undefined
  /** Path and query of the request. */
  readonly target: string
  readonly path: string
  /** The query without its question mark. */
  readonly query: string
  /** Set for pages only. */
  cacheResult: CacheResult | undefined = undefined
  isStaticFile = false
  /** The dependencies of its response; set for responses from Remix, except cached pages. */
  dependencies: Dependencies | undefined = undefined
  /** Limits the request's look-ups of posts that may not exist; undefined: no limit. */
  lookUps: LookUps | undefined = undefined
  /** Id in the log and in content API calls; set when first needed. */
  id: string | undefined = undefined
  /** Bytes that the connection had sent before this request. */
  bytesBefore = 0

  #route: RouteMatch | undefined = undefined
  #client: string | null | undefined = undefined
  #endings: (() => void)[] | undefined = undefined

  constructor(
    readonly incoming: IncomingMessage,
    readonly response: ServerResponse,
    private readonly facts: RequestFacts,
  ) {
    const { url = '' } = incoming
    if (url.startsWith('/')) {
      this.authority = undefined
      this.target = url
    } else {
      const [, authority, rest = ''] = absoluteUrl.exec(url) ?? []
      this.authority = authority
      this.target = authority === undefined ? url : rest.startsWith('/') ? rest : `/${rest}`
    }
    const at = this.target.indexOf('?')
    this.path = at < 0 ? this.target : this.target.slice(0, at)
    this.query = at < 0 ? '' : this.target.slice(at + 1)
  }

  get method(): string {
    return this.incoming.method ?? ''
  }

  get headers() {
    return this.incoming.headers
  }

  /** The route that matches its path. */
  get route(): RouteMatch {
    return (this.#route ??= this.facts.matchRoute(this.path))
  }

  /** Whether it asks for the data of a page, as Remix's script does. */
  get isData(): boolean {
    return this.query !== '' && dataParameter.test(this.query)
  }

  /** Taken from the query, else from the visitor's cookie. */
  get language(): ContentLanguage {
    return this.queryLanguage ?? this.#cookieLanguage() ?? defaultLanguage
  }

  get queryLanguage(): ContentLanguage | null {
    return this.query === '' ? null : languageIn(languageParameter.exec(this.query)?.[1] ?? null)
  }

  /** The client for the purpose of limits; null: not limited. */
  get client(): string | null {
    if (this.#client === undefined) this.#client = clientOf(this.facts.addressOf(this.incoming))
    return this.#client
  }

  /** Whether it comes directly from a trusted proxy. */
  get isFromProxy(): boolean {
    return this.facts.isProxy(this.incoming)
  }

  /** Calls a function once the response has ended, or its client has left. */
  onEnd(ending: () => void) {
    if (this.#endings) {
      this.#endings.push(ending)
      return
    }
    const endings = [ending]
    this.#endings = endings
    this.response.once('close', () => {
      for (const each of endings) {
        try {
          each()
        } catch (error) {
          // An error must keep neither the other endings nor the connection's next request from running.
          queueMicrotask(() => {
            throw error
          })
        }
      }
    })
  }

  #cookieLanguage() {
    const { cookie } = this.incoming.headers
    return cookie === undefined ? null : languageIn(readCookie(cookie, languageKey))
  }
}

function languageIn(text: string | null) {
  return contentLanguages.find((language) => language === text) ?? null
}
