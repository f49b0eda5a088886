import type { RouteKind } from './route-handle.ts'
import type { RouteTable } from './route-table.ts'

/** Remix's own parameter: the data of one route of a page instead of the page. */
const dataKey = '_data'

/** Kinds of routes that ignore the parameter: it does not reach them. */
const kindsWithoutData: ReadonlySet<RouteKind> = new Set(['picture', 'share-card', 'stream'])

/** Whether a query may contain the parameter, encoded in any way. */
function mayContainDataKey(query: string) {
  return query.includes(dataKey) || query.includes('%')
}

/**
 * Checks requests for the data of a route.
 * @param table the routes of the build
 * @param fileRoots first segments of the paths of static files, where the parameter has no meaning
 */
export function createDataCheck(table: RouteTable, fileRoots: ReadonlySet<string>) {
  /** Whether a route's data is part of the page at a path. Paths without a page have only their own. */
  function hasData(path: string, id: string) {
    const ids = table.find(path)
    const leaf = ids.at(-1) ?? ''
    const isPart = table.isScreen(leaf) ? ids.includes(id) : leaf === id
    return isPart && table.hasLoader(id)
  }

  return {
    /**
     * The route whose data is requested.
     * @param site the Sec-Fetch-Site header
     * @returns undefined when no data is requested, null when the request is to be rejected
     */
    routeOf(path: string, query: string, site: string | undefined): string | null | undefined {
      if (!mayContainDataKey(query) || fileRoots.has(path.split('/', 2)[1] ?? '')) return undefined
      const { kind, markdownOf } = table.placeOf(path)
      if (kindsWithoutData.has(kind)) return undefined
      const [id, ...others] = new URLSearchParams(query).getAll(dataKey)
      if (id === undefined) return undefined
      if (markdownOf !== undefined) return null
      if (others.length > 0 || (site !== undefined && site !== 'same-origin')) return null
      return hasData(path, id) ? id : null
    },
  }
}
