import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
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
  const { items, page, pages } = pageOf(await content.listProductCategories(), args.request)
  return {
    heading: content.t('categories.heading'),
    lead: content.t('categories.lead'),
    cards: cardsOf(items, content.lang),
    page,
    pages,
  }
}

export default function ProductsCategories() {
  const { heading, lead, cards, page, pages } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  return (
    <>
      <ScreenHeading
        crumbs={[{ title: t('products.heading'), to: addresses.productsHome() }]}
        heading={heading}
        lead={lead}
      />
      <section className="container">
        <CardGrid cards={cards} linkTo={addresses.productTypes} shape="product" />
        <Pagination page={page} pages={pages} />
      </section>
    </>
  )
}
