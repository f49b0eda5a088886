import type { MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import type { RouteHandle } from '../../server/http/validation/route-table'
import { specPageOf } from '../views/card-views.server'
import { ListFrame } from '../posts/list-frame'
import { bySpec, byYear, narrowList, listLoader } from '../posts/narrow-list.server'
import { PostProjects } from '../posts/post-lists'
import { listMeta } from '../seo/page-meta'
import { loadStyles } from '../framework/route-styles'
import listsStyles from '../styles/lists.css?url'

export const handle = {
  styles: [listsStyles],
  paged: true,
  query: ['city', 'sector', 'year'],
  ignoresOthers: true,
} satisfies RouteHandle

await loadStyles(handle.styles)

export const meta: MetaFunction<typeof loader> = (args) => listMeta(args, args.data, 'projectWide')

export const loader = listLoader(
  'projects',
  (content) => content.listProjects(),
  specPageOf,
  async (projects, request, { t, lang, findEnglish }) => {
    const english = await findEnglish((calls) => calls.listProjects())
    const dividers = [
      bySpec('sector', english, t('narrow.sector'), lang),
      bySpec('city', english, t('narrow.city'), lang),
      byYear(t('narrow.year')),
    ]
    return narrowList(projects, dividers, request)
  },
)

export default function Projects() {
  const list = useLoaderData<typeof loader>()
  return (
    <ListFrame {...list}>
      <PostProjects projects={list.cards} />
    </ListFrame>
  )
}
