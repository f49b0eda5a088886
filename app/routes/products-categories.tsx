import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { addresses } from '../addresses'
import { cardPageOf } from '../cards'
import { ListScreen } from '../components/list-screen'
import { contentFor } from '../content.server'
import { listMeta } from '../page-meta'

export const meta: MetaFunction<typeof loader> = (args) => listMeta(args, args.data)

export async function loader(args: LoaderFunctionArgs) {
  const content = contentFor(args)
  return {
    heading: content.t('categories.heading'),
    lead: content.t('categories.lead'),
    ...cardPageOf(await content.listProductCategories(), args.request, content.lang),
  }
}

export default function ProductsCategories() {
  const list = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const crumbs = [{ title: t('products.heading'), to: addresses.productsHome() }]
  return <ListScreen {...list} crumbs={crumbs} linkTo={addresses.productTypes} shape="product" />
}
