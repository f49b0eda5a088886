import { LRUCache } from 'lru-cache'
import type { RouteTable } from './route-table.ts'

/** Remix's own parameter: the data of one route of a page instead of the page. */
const dataKey = '_data'

/** The pages that are asked for all the time; looking a path up takes some 20 µs. */
const rememberedCount = 500

/** Whether a query asks for data in any spelling of the parameter's name. */
function mayAskForData(query: string) {
  return query.includes(dataKey) || query.includes('%')
}

/**
 * @param table the routes of the build
 * @param fileRoots first segments of the paths of static files, where the parameter means nothing
 */
export function createDataCheck(table: RouteTable, fileRoots: ReadonlySet<string>) {
  const known = new LRUCache<string, boolean>({ max: rememberedCount })

  /** Whether a path's page has data of that route. Other addresses have none but their own. */
  function hasRoute(path: string, id: string) {
    const ids = table.find(path)
    const leaf = ids.at(-1) ?? ''
    const isAsked = table.isScreen(leaf) ? ids.includes(id) : leaf === id
    return isAsked && table.hasLoader(id)
  }

  return {
    /**
     * The route whose data is asked for.
     * @param site what the request says of where it comes from, in Sec-Fetch-Site
     * @returns undefined when no data is asked for, null for data that nobody gets
     */
    routeOf(path: string, query: string, site: string | undefined): string | null | undefined {
      if (!mayAskForData(query) || fileRoots.has(path.split('/', 2)[1] ?? '')) return undefined
      const { kind } = table.placeOf(path)
      if (kind === 'picture' || kind === 'share-card') return undefined
      const [id, ...others] = new URLSearchParams(query).getAll(dataKey)
      if (id === undefined) return undefined
      if (others.length > 0 || (site !== undefined && site !== 'same-origin')) return null
      const key = `${id} ${path}`
      const isKnown = known.get(key) ?? hasRoute(path, id)
      known.set(key, isKnown)
      return isKnown ? id : null
    },
  }
}
