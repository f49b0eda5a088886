import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { addresses } from '../addresses'
import { cardPageOf } from '../cards'
import { ListScreen } from '../components/list-screen'
import { contentFor } from '../content.server'
import { listMeta } from '../page-meta'

export const meta: MetaFunction<typeof loader> = (args) => listMeta(args, args.data)

export async function loader(args: LoaderFunctionArgs) {
  const content = contentFor(args)
  return {
    heading: content.t('solutions.heading'),
    lead: content.t('solutions.lead'),
    ...cardPageOf(await content.listSolutions(), args.request, content.lang),
  }
}

export default function Solutions() {
  const list = useLoaderData<typeof loader>()
  return <ListScreen {...list} linkTo={addresses.solution} shape="scene" />
}
