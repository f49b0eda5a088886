import { listProgressPattern } from '../addresses'
import { fileLoader, noStore } from '../content/loaders.server'
import type { ListState } from '../enquiry/quick-list/list-entry'

/** Tells a page that waits for its list how far it is, and whether the search knows the whole catalogue. */
export const loader = fileLoader(listProgressPattern, async ({ content, context, params }) => {
  const state: ListState = {
    progress: context.site.quickList.progress.find(params.id),
    isIndexed: !(await content.search.lacks('filled')),
  }
  return Response.json(state, {
    headers: { 'Cache-Control': noStore, 'X-Robots-Tag': 'noindex' },
  })
})
