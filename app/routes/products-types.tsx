import type { MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from '../language/translation'
import type { RouteHandle } from '../../server/http/validation/route-table'
import { addresses, screens } from '../addresses'
import { cardPageOf } from '../views/card-views.server'
import { Pagination } from '../posts/pagination'
import { EmptyList } from '../posts/cards'
import { ScreenHeading } from '../components/screen-heading'
import { TextIn } from '../language/text-language'
import { TypeIndex } from '../catalogue/link-index'
import { ListText } from '../catalogue/list-text'
import { findParentText } from '../catalogue/catalogue.server'
import { screenLoader } from '../content/loaders.server'
import { listMeta } from '../seo/page-meta'

export const handle = { paged: true } satisfies RouteHandle

export const meta: MetaFunction<typeof loader> = (args) => listMeta(args, args.data, 'type')

export const loader = screenLoader(screens.productsTypes, async ({ content, params, request }) => {
  const { parent: category, posts: types } = await content.getProductTypesOf(params.id)
  const list = cardPageOf(types, request, content.lang)
  const { getProductCategory, lang } = content
  return {
    heading: category?.postTitle ?? content.t('products.heading'),
    lead: category?.postSubTitle ?? '',
    ...(category?.language && { language: category.language }),
    count: types.length,
    text: await findParentText(category, list.page, getProductCategory, lang),
    ...list,
  }
})

export default function ProductsTypes() {
  const { heading, lead, language, count, text, cards, page, pages } =
    useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const crumbs = [{ title: t('products.heading'), to: addresses.productsHome() }]
  return (
    <>
      <TextIn language={language}>
        <ScreenHeading crumbs={crumbs} heading={heading} lead={lead}>
          {count > 0 && <p className="list-count">{t('products.types', { count })}</p>}
        </ScreenHeading>
      </TextIn>
      {(count > 0 || !text) && (
        <section className="container">
          {count > 0 ? <TypeIndex types={cards} /> : <EmptyList />}
          <Pagination page={page} pages={pages} search="" />
        </section>
      )}
      <ListText text={text} />
    </>
  )
}
