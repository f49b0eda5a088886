import type { MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from '../language/translation'
import type { RouteHandle } from '../../server/http/validation/route-table'
import { addresses, screens } from '../addresses'
import { listCategories } from '../catalogue/catalogue.server'
import { cardPageOf } from '../views/card-views.server'
import { denseCardUse } from '../components/pictures/picture'
import { CardGrid } from '../posts/cards'
import { Pagination } from '../posts/pagination'
import { ScreenHeading } from '../components/screen-heading'
import { screenLoader } from '../content/loaders.server'
import { listMeta } from '../seo/page-meta'

export const handle = { paged: true } satisfies RouteHandle

export const meta: MetaFunction<typeof loader> = (args) =>
  listMeta(args, args.data, denseCardUse(args.data?.cards.length ?? 0))

export const loader = screenLoader(screens.productsCategories, async ({ content, request }) => {
  const categories = await listCategories(content)
  return {
    heading: content.t('categories.heading'),
    count: categories.length,
    ...cardPageOf(categories, request, content.lang),
  }
})

export default function ProductsCategories() {
  const { heading, count, cards, page, pages } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const crumbs = [{ title: t('products.heading'), to: addresses.productsHome() }]
  return (
    <>
      <ScreenHeading crumbs={crumbs} heading={heading}>
        {count > 0 && <p className="list-count">{t('categories.count', { count })}</p>}
      </ScreenHeading>
      <section className="container">
        <CardGrid cards={cards} linkTo={addresses.productTypes} shape="product" isDense isLcp />
        <Pagination page={page} pages={pages} search="" />
      </section>
    </>
  )
}
