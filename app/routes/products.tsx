import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { addresses } from '../addresses'
import { cardPageOf } from '../cards'
import { ListScreen } from '../components/list-screen'
import { contentFor, notFound } from '../content.server'
import { listMeta } from '../page-meta'
import { crumbsOf, placeOfType } from '../product-place.server'

export const meta: MetaFunction<typeof loader> = (args) => listMeta(args, args.data)

export async function loader(args: LoaderFunctionArgs) {
  const content = contentFor(args)
  const id = args.params.id ?? ''
  const [products, place] = await Promise.all([
    content.listProductsOf(id),
    placeOfType(content, id),
  ])
  if (place.isMissing && products.length === 0) throw notFound()
  return {
    heading: place.type?.postTitle || content.t('products.heading'),
    lead: place.type?.postSubTitle ?? '',
    way: crumbsOf({ category: place.category }),
    ...cardPageOf(products, args.request, content.lang),
  }
}

export default function Products() {
  const { way, ...list } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const crumbs = [{ title: t('products.heading'), to: addresses.productsHome() }, ...way]
  return <ListScreen {...list} crumbs={crumbs} linkTo={addresses.product} shape="product" />
}
