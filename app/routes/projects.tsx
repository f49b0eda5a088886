import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { projectPageOf } from '../cards.server'
import { ListFrame } from '../articles/list-frame'
import { PostProjects } from '../articles/post-projects'
import { contentFor } from '../content.server'
import { listMeta } from '../page-meta'

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
