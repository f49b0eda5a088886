import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { addresses } from '../addresses'
import { cardsOf } from '../cards'
import { CardGrid } from '../components/card-grid'
import { Pagination } from '../components/pagination'
import { ScreenHeading } from '../components/screen-heading'
import { contentFor } from '../content.server'
import { pageMeta } from '../page-meta'
import { pageOf } from '../paging'

export const meta: MetaFunction<typeof loader> = (args) =>
  pageMeta(
    args,
    args.data && { title: args.data.heading, description: args.data.lead, page: args.data.page },
  )

export async function loader(args: LoaderFunctionArgs) {
  const content = contentFor(args)
  const { items, page, pages } = pageOf(await content.listServices(), args.request)
  return {
    heading: content.t('services.heading'),
    lead: content.t('services.lead'),
    cards: cardsOf(items, content.lang),
    page,
    pages,
  }
}

export default function Services() {
  const { heading, lead, cards, page, pages } = useLoaderData<typeof loader>()
  return (
    <>
      <ScreenHeading heading={heading} lead={lead} />
      <section className="container">
        <CardGrid cards={cards} linkTo={addresses.service} shape="scene" />
        <Pagination page={page} pages={pages} />
      </section>
    </>
  )
}
