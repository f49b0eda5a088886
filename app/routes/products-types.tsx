import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { addresses } from '../addresses'
import { cardPageOf } from '../cards'
import { ListScreen } from '../components/list-screen'
import { contentFor, notFound, optional } from '../content.server'
import { listMeta } from '../page-meta'

export const meta: MetaFunction<typeof loader> = (args) => listMeta(args, args.data)

export async function loader(args: LoaderFunctionArgs) {
  const content = contentFor(args)
  const id = args.params.id ?? ''
  const [types, categories] = await Promise.all([
    content.listProductTypesOf(id),
    optional(content.listProductCategories()),
  ])
  const category = categories?.find(({ postID }) => postID === id)
  if (categories && !category && types.length === 0) throw notFound()
  return {
    heading: category?.postTitle || content.t('products.heading'),
    lead: category?.postSubTitle ?? '',
    ...cardPageOf(types, args.request, content.lang),
  }
}

export default function ProductsTypes() {
  const list = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const crumbs = [{ title: t('products.heading'), to: addresses.productsHome() }]
  return <ListScreen {...list} crumbs={crumbs} linkTo={addresses.productsOfType} shape="product" />
}
