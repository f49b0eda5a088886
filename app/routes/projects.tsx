import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { projectPageOf } from '../content/cards.server'
import { ListFrame } from '../components/list-frame'
import { PostProjects } from '../components/post-projects'
import { contentFor } from '../content/content.server'
import { listMeta } from '../seo/page-meta'

export const handle = { paged: true }

export const meta: MetaFunction<typeof loader> = (args) => listMeta(args, args.data, 'projectWide')

export async function loader(args: LoaderFunctionArgs) {
  const content = contentFor(args)
  return {
    heading: content.t('projects.heading'),
    lead: content.t('projects.lead'),
    ...projectPageOf(await content.listProjects(), args.request, content.lang),
  }
}

export default function Projects() {
  const list = useLoaderData<typeof loader>()
  return (
    <ListFrame {...list}>
      <PostProjects projects={list.cards} />
    </ListFrame>
  )
}
