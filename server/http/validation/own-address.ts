import { LRUCache } from 'lru-cache'
import { isLaterPage } from './later-page.ts'
import type { RouteTable } from './route-table.ts'

/** What a path leads to. */
interface Place {
  /** The path as the site itself writes it; null where only the route for every other path answers. */
  own: string | null
  /** Whether `?page=` means something there. */
  isPaged: boolean
}

export type OwnAddress = ReturnType<typeof createOwnAddress>

/** More than pages are kept: to look a path up takes longer than to send a page that is kept. */
const rememberedCount = 5_000
/** Of all remembered paths, in letters. */
const rememberedLetters = 1_000_000

/** Pictures are kept by the file that their address names, so another writing of it costs nothing. */
const pictures = '/images/'

/**
 * The one address that each page has: its route's own letter case, single slashes, and every segment
 * encoded as the app's links are, by encodeURIComponent.
 */
export function createOwnAddress(table: RouteTable) {
  const known = new LRUCache<string, Place>({
    max: rememberedCount,
    maxSize: rememberedLetters,
    sizeCalculation: ({ own }, path) => path.length + (own?.length ?? 0),
  })

  function lookUp(path: string): Place {
    const segments = path
      .split('/')
      .filter((segment) => segment !== '')
      .map(encodedOnce)
    const id = table.find(`/${segments.join('/')}`).at(-1) ?? ''
    const pattern = table.patternOf(id)
    const isKnown = pattern !== '*' && id !== ''
    return { own: isKnown ? fill(pattern, segments) : null, isPaged: table.isPaged(id) }
  }

  function placeOf(path: string) {
    const remembered = known.get(path)
    if (remembered) return remembered
    const place = lookUp(path)
    known.set(path, place)
    return place
  }

  return {
    /** Whether a path is a list's that is shown in pages. */
    isPaged: (path: string): boolean => placeOf(path).isPaged,

    /**
     * Where a page is asked for by another address than its own.
     * @param path rightly encoded, as it was sent
     * @param query without its question mark
     * @returns path and query to send the visitor to; null for an own address and for no page's
     */
    redirectFor(path: string, query: string): string | null {
      if (path.startsWith(pictures)) return null
      const { own, isPaged } = placeOf(path)
      if (own === null) return null
      const search = isPaged ? withoutBadPage(query) : query
      if (own === path && search === query) return null
      return search === '' ? own : `${own}?${search}`
    },
  }
}

/** @param segment rightly encoded */
function encodedOnce(segment: string) {
  return encodeURIComponent(decodeURIComponent(segment))
}

/** Starts with one slash and is followed by a word of the table, so that it stays on this site. */
function fill(pattern: string, segments: readonly string[]) {
  const own = pattern.split('/').flatMap((part, at) => {
    if (part === '*') return segments.slice(at)
    return part.startsWith(':') ? (segments[at] ?? '') : part
  })
  return `/${own.join('/')}`
}

/** Leaves out of a query what says no page of a list, or two of them; the rest stays as it was sent. */
function withoutBadPage(query: string) {
  if (!query.includes('page') && !query.includes('%')) return query
  const asked = new URLSearchParams(query).getAll('page')
  const [only] = asked
  if (only === undefined || (asked.length === 1 && isLaterPage(only))) return query
  const isOther = (pair: string) => !new URLSearchParams(pair).has('page')
  return query.split('&').filter(isOther).join('&')
}
