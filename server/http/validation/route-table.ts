import type { ServerBuild } from '@remix-run/node'
import { matchRoutes } from '@remix-run/react'

type Routes = ServerBuild['routes']
type RouteObject = Parameters<typeof matchRoutes>[0][number]

export type RouteTable = ReturnType<typeof createRouteTable>

/** The routes of the build as the app itself finds them, and what each says of itself. */
export function createRouteTable(routes: Routes) {
  const tree = childrenOf(routes, undefined)
  const patterns = new Map(
    Object.values(routes).map((route) => [route?.id, patternOf(routes, route?.id)]),
  )

  return {
    /** The ids of the routes that answer a path, the outermost first. */
    find: (path: string): string[] =>
      (matchRoutes(tree, path) ?? []).map(({ route }) => idOf(route)),
    /** A route's whole pattern, such as "products/:id"; "*" for the one that takes every other path. */
    patternOf: (id: string): string => patterns.get(id) ?? '',
    /** Whether a route is a page; others answer files and forms. */
    isScreen: (id: string): boolean => routes[id]?.module.default !== undefined,
    hasLoader: (id: string): boolean => routes[id]?.module.loader !== undefined,
    /** Whether `?page=` means something to a route: its handle says `paged: true`. */
    isPaged: (id: string): boolean => isPagedHandle(routes[id]?.module.handle),
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

function idOf({ id }: RouteObject) {
  return id ?? ''
}

function isPagedHandle(handle: unknown) {
  return typeof handle === 'object' && handle !== null && 'paged' in handle && handle.paged === true
}
