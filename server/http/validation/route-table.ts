import type { ServerBuild } from '@remix-run/node'
import { matchRoutes } from '@remix-run/react'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import type { FileLimits } from '../../uploads/receive-form.ts'
import { markdownPathOf, pageSegmentsOf, targetFault } from './target.ts'

/** Returns the methods of an address, for the Allow header. */
export function allowedMethods({ post }: RouteHandle) {
  return post ? 'GET, HEAD, OPTIONS, POST' : 'GET, HEAD, OPTIONS'
}

/** For `OPTIONS *`: the methods that at least one address accepts. */
export const methodsOfSite = 'GET, HEAD, OPTIONS, POST'

/** Whether a method is safe, so that it may come from any site. */
export function isSafe(method: string) {
  return method === 'GET' || method === 'HEAD' || method === 'OPTIONS'
}

/** A route's `handle` export, for the host. Everything is optional: a route without a handle is a page. */
export interface RouteHandle {
  /**
   * How requests are counted, limited and cached. Pages are the default, and the only kind in the page cache. A
   * `private-page` is rendered for one visitor. A `stream` is a large file, streamed to few clients at once. An
   * `archive` is a ZIP of documents, which is streamed, limited as documents are, and perhaps for one visitor. A
   * `download` is a visitor's file, which is stored nowhere else. A `fallback` is an error page that is rendered in advance; visitors cannot request its address.
   */
  kind?: RouteKind
  /** A paginated list: `?page=` selects its page. Elsewhere the parameter has no meaning. */
  paged?: true
  /**
   * Query parameters that select what the page shows, besides `lang` and `page`. A name that ends with a dot is a
   * prefix. Other parameters are removed by a redirect. Selections are unlimited in number, so they stay probationary
   * in the page cache.
   */
  query?: readonly string[]
  /** Other parameters are ignored, as on pages without `query`: links to the page often carry those of campaigns. */
  ignoresOthers?: true
  /** Selectors whose values keep their order; others are sorted. */
  ordered?: readonly string[]
  /** The page has no Markdown: without its forms and scripts there is nothing to read. */
  htmlOnly?: true
  /** Addresses of the stylesheets that only this screen needs. Its module awaits them: see `loadStyles`. */
  styles?: readonly string[]
  /** Accepts POST requests. Other routes accept only GET, HEAD and OPTIONS. */
  post?: PostBody
}

export type RouteKind = (typeof routeKinds)[number]

const routeKinds = [
  'page',
  'private-page',
  'stream',
  'archive',
  'download',
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
  /** Maximum body size without files, bytes. */
  maxBytes: number
  /** Accepts files in multipart forms, which the app gets in its load context. */
  files?: FileLimits
}

/** Whether a parameter selects what a page shows. */
export function isSelector(name: string, { query = [] }: RouteHandle) {
  return query.some((known) => (known.endsWith('.') ? name.startsWith(known) : name === known))
}

type Routes = ServerBuild['routes']
type RouteObject = Parameters<typeof matchRoutes>[0][number]

/** The route that matches a path. */
export interface RouteMatch {
  /** The canonical path; null if only the catch-all route matches. */
  path: string | null
  kind: RouteKind
  handle: RouteHandle
  /** Whether a route without a screen responds, such as that of the sitemap. */
  isFile: boolean
  /** The canonical path of the page, if this is the address of its Markdown. */
  markdownOf?: string
  /** The path of the page's Markdown, if it has one. */
  markdownPath?: string
}

const handleSchema: z.ZodType<RouteHandle> = z.strictObject({
  kind: z.enum(routeKinds).optional(),
  paged: z.literal(true).optional(),
  query: z.array(z.string()).optional(),
  ignoresOthers: z.literal(true).optional(),
  htmlOnly: z.literal(true).optional(),
  ordered: z.array(z.string()).optional(),
  styles: z.array(z.string()).optional(),
  post: z
    .strictObject({
      types: z.array(z.string()),
      maxBytes: z.number(),
      files: z
        .strictObject({
          fields: z.record(
            z.string(),
            z.strictObject({ maxBytes: z.number(), isAnyType: z.literal(true).optional() }),
          ),
          max: z.number(),
        })
        .optional(),
    })
    .optional(),
})

/**
 * Max. cached matches: more than the page cache has pages, since matching a path takes longer than sending a cached
 * page.
 */
const maxMatches = 5_000
/** Max. total length of the cached paths. */
const maxPathCharacters = 1_000_000

/** Matches paths to the routes of the build, as Remix does, and parses the routes' handles. */
export interface RouteTable {
  /** Returns the ids of the routes that match a path, outermost first. */
  find: (path: string) => string[]
  /** Whether a route renders a screen; others serve files and forms. */
  isScreen: (id: string) => boolean
  /** First segments of the paths of routes without a screen, unless screens share them. */
  resourceRoots: string[]
  /** Whether a route loads data. */
  hasLoader: (id: string) => boolean
  /** @param path as sent, correctly encoded */
  matchRoute: (path: string) => RouteMatch
  /** Returns the path of a page's Markdown; null for anything but a page that has one. */
  markdownPathOf: (path: string) => string | null
  /** Returns the path of the only route of a kind. @throws Error when the build has none */
  pathOf: (kind: RouteKind) => string
}

/**
 * @param others paths that the host handles itself
 * @throws ZodError for an invalid handle
 */
export function createRouteTable(
  routes: Routes,
  others: Readonly<Record<string, RouteHandle>> = {},
): RouteTable {
  const tree = childrenOf(routes, undefined)
  const defined = Object.values(routes).filter((route) => route !== undefined)
  const handles = new Map(
    defined.map(({ id, module }) => [id, handleSchema.parse(module.handle ?? {})]),
  )
  const patterns = new Map(defined.map(({ id }) => [id, patternOf(routes, id)]))
  const isScreen = (id: string) => routes[id]?.module.default !== undefined
  const resources = defined.filter(({ id }) => !isScreen(id) && patterns.get(id) !== '*')
  const resourcePaths = [
    ...resources.map(({ id }) => `/${patterns.get(id)}`),
    ...Object.keys(others),
  ]
  const screenRoots = new Set(
    defined.filter(({ id }) => isScreen(id)).map(({ id }) => rootOf(`/${patterns.get(id)}`)),
  )
  const matches = new LRUCache<string, RouteMatch>({
    max: maxMatches,
    maxSize: maxPathCharacters,
    sizeCalculation: ({ path }, key) => key.length + (path?.length ?? 0),
  })

  function find(path: string): string[] {
    return (matchRoutes(tree, path) ?? []).map(({ route }) => idOf(route))
  }

  function lookUp(path: string): RouteMatch {
    const other = others[path]
    if (other) return { path, kind: other.kind ?? 'page', handle: other, isFile: false }
    const segments = path
      .split('/')
      .filter((segment) => segment !== '')
      .map(encodeOnce)
    return findMarkdown(segments) ?? matchSegments(segments)
  }

  function findMarkdown(segments: readonly string[]): RouteMatch | null {
    const pageSegments = pageSegmentsOf(segments)
    if (!pageSegments) return null
    const { path: markdownOf, markdownPath: path, ...match } = matchSegments(pageSegments)
    return markdownOf === null || path === undefined ? null : { ...match, path, markdownOf }
  }

  function matchSegments(segments: readonly string[]): RouteMatch {
    const id = find(`/${segments.join('/')}`).at(-1) ?? ''
    const pattern = patterns.get(id) ?? '*'
    const handle = handles.get(id) ?? {}
    const { kind = 'page', htmlOnly } = handle
    if (pattern === '*' || kind === 'fallback') return { path: null, kind, handle, isFile: false }
    const path = fill(pattern, segments)
    const hasMarkdown = isScreen(id) && kind === 'page' && !htmlOnly
    const isFile = !isScreen(id)
    return {
      path,
      kind,
      handle,
      isFile,
      ...(hasMarkdown && { markdownPath: markdownPathOf(path) }),
    }
  }

  function matchRoute(path: string): RouteMatch {
    const cached = matches.get(path)
    if (cached) return cached
    const match = lookUp(path)
    matches.set(path, match)
    return match
  }

  return {
    find,
    isScreen,
    resourceRoots: resourcePaths.map(rootOf).filter((root) => !screenRoots.has(root)),
    hasLoader: (id) => routes[id]?.module.loader !== undefined,
    matchRoute,
    markdownPathOf: (path) => (targetFault(path) ? null : (matchRoute(path).markdownPath ?? null)),
    pathOf(kind) {
      const [id] = [...handles].find(([, handle]) => handle.kind === kind) ?? []
      if (id === undefined) throw new Error(`The build has no route of the kind "${kind}"`)
      return `/${patterns.get(id) ?? ''}`
    },
  }
}

function childrenOf(routes: Routes, parentId: string | undefined): RouteObject[] {
  const children = Object.values(routes).filter((route) => route?.parentId === parentId)
  return children.map(({ id, path, index, caseSensitive }): RouteObject => {
    if (index) return { id, path, caseSensitive, index: true }
    return { id, path, caseSensitive, children: childrenOf(routes, id) }
  })
}

function patternOf(routes: Routes, id: string | undefined): string {
  const route = id === undefined ? undefined : routes[id]
  if (!route) return ''
  return [patternOf(routes, route.parentId), route.path ?? ''].filter((part) => part).join('/')
}

function rootOf(path: string) {
  return path.split('/', 2)[1] ?? ''
}

function idOf({ id }: RouteObject) {
  return id ?? ''
}

/** Encodes a segment as links do. The access log asks for the route of invalid addresses, too: they stay as sent. */
function encodeOnce(segment: string) {
  try {
    return encodeURIComponent(decodeURIComponent(segment))
  } catch {
    return encodeURIComponent(segment)
  }
}

/** The result starts with one slash and a word of the pattern, so a redirect to it stays on this site. */
function fill(pattern: string, segments: readonly string[]) {
  const path = pattern.split('/').flatMap((part, at) => {
    if (part === '*') return segments.slice(at)
    return part.startsWith(':') ? (segments[at] ?? '') : part
  })
  return `/${path.join('/')}`
}
