import type { ServerBuild } from '@remix-run/node'
import { matchRoutes } from '@remix-run/react'
import { LRUCache } from 'lru-cache'

type Routes = ServerBuild['routes']
type RouteObject = Parameters<typeof matchRoutes>[0][number]

/** Remix's own parameter: the data of one route of a page instead of the page. */
const dataKey = '_data'

/** The pages that are asked for all the time; looking a path up takes some 20 µs. */
const rememberedCount = 500

/** Whether a query asks for data in any spelling of the parameter's name. */
function mayAskForData(query: string) {
  return query.includes(dataKey) || query.includes('%')
}

/**
 * @param routes of the build
 * @param otherRoots first segments of the paths of files and pictures, for which the parameter means nothing
 */
export function createDataCheck(routes: Routes, otherRoots: ReadonlySet<string>) {
  const tree = childrenOf(routes, undefined)
  const known = new LRUCache<string, boolean>({ max: rememberedCount })

  /** Whether a path's page has data of that route. Other addresses have none but their own. */
  function hasRoute(path: string, id: string) {
    const matches = matchRoutes(tree, path) ?? []
    const leaf = matches.at(-1)?.route.id ?? ''
    const isScreen = routes[leaf]?.module.default !== undefined
    const isAsked = isScreen ? matches.some(({ route }) => route.id === id) : leaf === id
    return isAsked && routes[id]?.module.loader !== undefined
  }

  return {
    /**
     * The route whose data is asked for.
     * @param site what the request says of where it comes from, in Sec-Fetch-Site
     * @returns undefined when no data is asked for, null for data that nobody gets
     */
    routeOf(path: string, query: string, site: string | undefined): string | null | undefined {
      if (!mayAskForData(query) || otherRoots.has(path.split('/', 2)[1] ?? '')) return undefined
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

function childrenOf(routes: Routes, parentId: string | undefined): RouteObject[] {
  const children = Object.values(routes).filter((route) => route?.parentId === parentId)
  return children.map(({ id, path, index, caseSensitive }): RouteObject => {
    if (index) return { id, path, caseSensitive, index: true }
    return { id, path, caseSensitive, children: childrenOf(routes, id) }
  })
}
