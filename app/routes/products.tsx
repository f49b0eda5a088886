import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { addresses } from '../addresses'
import { cardPageOf } from '../content/cards.server'
import { BandHeading } from '../components/band-heading'
import { CardGrid } from '../components/card-grid'
import { LinkIndex } from '../catalogue/link-index'
import { Pagination } from '../components/pagination'
import { ScreenHeading } from '../components/screen-heading'
import { contentFor, notFound, unavailable } from '../content/content.server'
import { listMeta } from '../seo/page-meta'
import { crumbsOf, placeOfType, readCatalogue } from '../catalogue/product-place.server'

/** Of the same category; its own screen lists all of them. */
const mostOthers = 100

export const handle = { paged: true }

export const meta: MetaFunction<typeof loader> = (args) => listMeta(args, args.data, 'card')

export async function loader(args: LoaderFunctionArgs) {
  const content = contentFor(args)
  const id = args.params.id ?? ''
  const [products, catalogue] = await Promise.all([
    content.listProductsOf(id),
    readCatalogue(content),
  ])
  const place = placeOfType(catalogue, id)
  if (place.isMissing && products.length === 0) throw notFound()
  if (!catalogue.types && products.length === 0) throw unavailable()
  return {
    heading: place.type?.postTitle || content.t('products.heading'),
    lead: place.type?.postSubTitle ?? '',
    way: crumbsOf({ category: place.category }),
    count: products.length,
    category: place.category?.postTitle ?? '',
    otherTypes: place.siblings
      .slice(0, mostOthers)
      .map(({ postID, postTitle }) => ({ postID, postTitle })),
    ...cardPageOf(products, args.request, content.lang),
  }
}

export default function Products() {
  const { heading, lead, way, count, category, otherTypes, cards, page, pages } =
    useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const crumbs = [{ title: t('products.heading'), to: addresses.productsHome() }, ...way]
  return (
    <>
      <ScreenHeading crumbs={crumbs} heading={heading} lead={lead}>
        {count > 0 && <p className="list-count">{t('products.count', { count })}</p>}
      </ScreenHeading>
      <section className="container">
        <CardGrid cards={cards} linkTo={addresses.product} shape="product" isLcp />
        <Pagination page={page} pages={pages} />
      </section>
      {otherTypes.length > 0 && (
        <section className="band container">
          <BandHeading heading={t('products.otherTypes', { title: category })} />
          <LinkIndex items={otherTypes} linkTo={addresses.productsOfType} />
        </section>
      )}
    </>
  )
}
