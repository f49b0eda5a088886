import type { RouteHandle } from '../../server/http/validation/route-table'
import { suggestPattern } from '../addresses'
import { noStore, fileLoader } from '../content/loaders.server'
import { questionOf, suggest } from '../site/search.server'
import { suggestionOf } from '../search/suggestions'

export const handle = { query: ['q'] } satisfies RouteHandle

/** A panel shows this many without scrolling. */
const maxSuggestions = 8

/** Browser cache lifetime, seconds: the same question recurs while its letters are typed and deleted. */
const browserS = 60

export const loader = fileLoader(suggestPattern, async ({ content, request }) => {
  const query = questionOf(request)
  const { results, isWhole } =
    query === '' ? { results: [], isWhole: true } : await suggest(content, query, maxSuggestions)
  return Response.json(
    { query, suggestions: results.map(suggestionOf), ...(!isWhole && { isPartial: true }) },
    {
      headers: {
        'Cache-Control': isWhole ? `private, max-age=${browserS}` : noStore,
        'X-Robots-Tag': 'noindex',
      },
    },
  )
})
