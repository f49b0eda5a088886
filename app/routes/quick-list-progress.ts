import type { RouteHandle } from '../../server/http/validation/route-table'
import { screens } from '../addresses'
import { fileLoader, noStore } from '../content/loaders.server'
import type { ListState } from '../enquiry/quick-list/list-entry'

export const handle = { query: ['id'] } satisfies RouteHandle

/** Tells a page that waits for its list how far it is, and whether the search knows the whole catalogue. */
export const loader = fileLoader(
  `${screens.quickList}/progress`,
  async ({ content, context, request }) => {
    const id = new URL(request.url).searchParams.get('id') ?? ''
    const state: ListState = {
      progress: context.site.quickList.progress.find(id),
      isIndexed: !(await content.search.lacks('filled')),
    }
    return Response.json(state, {
      headers: { 'Cache-Control': noStore, 'X-Robots-Tag': 'noindex' },
    })
  },
)
