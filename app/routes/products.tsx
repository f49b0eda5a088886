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
import { wayToType } from '../product-way.server'

export const meta: MetaFunction<typeof loader> = (args) =>
  pageMeta(
    args,
    args.data && { title: args.data.heading, description: args.data.lead, page: args.data.page },
  )

export async function loader(args: LoaderFunctionArgs) {
  const content = contentFor(args)
  const id = args.params.id ?? ''
  const [products, types, way] = await Promise.all([
    content.listProductsOf(id),
    optional(content.listProductTypes()),
    wayToType(content, id),
  ])
  const type = types?.find(({ postID }) => postID === id)
  if (types && !type && products.length === 0) throw notFound()

  const { items, page, pages } = pageOf(products, args.request)
  return {
    heading: type?.postTitle || content.t('products.heading'),
    lead: type?.postSubTitle ?? '',
    crumbs: way.slice(0, -1),
    cards: cardsOf(items, content.lang),
    page,
    pages,
  }
}

export default function Products() {
  const { heading, lead, crumbs, cards, page, pages } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  return (
    <>
      <ScreenHeading
        crumbs={[{ title: t('products.heading'), to: addresses.productsHome() }, ...crumbs]}
        heading={heading}
        lead={lead}
      />
      <section className="container">
        <CardGrid cards={cards} linkTo={addresses.product} shape="product" />
        <Pagination page={page} pages={pages} />
      </section>
    </>
  )
}
