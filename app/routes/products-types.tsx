import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { addresses } from '../addresses'
import { cardPageOf } from '../content/cards.server'
import { EmptyList } from '../components/empty-list'
import { Pagination } from '../components/pagination'
import { ScreenHeading } from '../components/screen-heading'
import { TypeIndex } from '../catalogue/type-index'
import { contentFor, notFound, optional, unavailable } from '../content/content.server'
import { listMeta } from '../seo/page-meta'

export const handle = { paged: true }

export const meta: MetaFunction<typeof loader> = (args) => listMeta(args, args.data, 'type')

export async function loader(args: LoaderFunctionArgs) {
  const content = contentFor(args)
  const id = args.params.id ?? ''
  const [types, categories] = await Promise.all([
    content.listProductTypesOf(id),
    optional(content.listProductCategories()),
  ])
  const category = categories?.find(({ postID }) => postID === id)
  if (categories && !category && types.length === 0) throw notFound()
  if (!categories && types.length === 0) throw unavailable()
  return {
    heading: category?.postTitle || content.t('products.heading'),
    lead: category?.postSubTitle ?? '',
    count: types.length,
    ...cardPageOf(types, args.request, content.lang),
  }
}

export default function ProductsTypes() {
  const { heading, lead, count, cards, page, pages } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const crumbs = [{ title: t('products.heading'), to: addresses.productsHome() }]
  return (
    <>
      <ScreenHeading crumbs={crumbs} heading={heading} lead={lead}>
        {count > 0 && <p className="list-count">{t('products.types', { count })}</p>}
      </ScreenHeading>
      <section className="container">
        {count > 0 ? <TypeIndex types={cards} /> : <EmptyList />}
        <Pagination page={page} pages={pages} />
      </section>
    </>
  )
}
