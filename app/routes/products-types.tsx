import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { addresses } from '../addresses'
import { cardsOf } from '../cards'
import { CardGrid } from '../components/card-grid'
import { Pagination } from '../components/pagination'
import { ScreenHeading } from '../components/screen-heading'
import { contentFor, notFound, optional } from '../content.server'
import { pageMeta } from '../page-meta'
import { pageOf } from '../paging'

export const meta: MetaFunction<typeof loader> = (args) =>
  pageMeta(
    args,
    args.data && { title: args.data.heading, description: args.data.lead, page: args.data.page },
  )

export async function loader(args: LoaderFunctionArgs) {
  const content = contentFor(args)
  const id = args.params.id ?? ''
  const [types, categories] = await Promise.all([
    content.listProductTypesOf(id),
    optional(content.listProductCategories()),
  ])
  const category = categories?.find(({ postID }) => postID === id)
  if (categories && !category && types.length === 0) throw notFound()

  const { items, page, pages } = pageOf(types, args.request)
  return {
    heading: category?.postTitle || content.t('products.heading'),
    lead: category?.postSubTitle ?? '',
    cards: cardsOf(items, content.lang),
    page,
    pages,
  }
}

export default function ProductsTypes() {
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
        <CardGrid cards={cards} linkTo={addresses.productsOfType} shape="product" />
        <Pagination page={page} pages={pages} />
      </section>
    </>
  )
}
