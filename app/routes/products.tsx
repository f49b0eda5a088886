import type { MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { RouteHandle } from '../../server/http/validation/route-handle.ts'
import { addresses, screens } from '../addresses'
import { cardPageOf, linkItemOf } from '../content/cards.server'
import { Band } from '../components/band'
import { CardGrid } from '../components/card-grid'
import { LinkIndex } from '../catalogue/link-index'
import { ListText } from '../catalogue/list-text'
import { findParentText } from '../catalogue/parent-text.server'
import { Pagination } from '../components/pagination'
import { ScreenHeading } from '../components/screen-heading'
import { screenLoader } from '../content/loaders.server'
import { listMeta } from '../seo/page-meta'
import { TextIn } from '../language/text-language'
import { crumbsOf, placeOfType, readCatalogue } from '../catalogue/product-place.server'

/** Max. other types of the same category; the category's screen lists all of them. */
const maxOtherTypes = 100

export const handle = { paged: true } satisfies RouteHandle

export const meta: MetaFunction<typeof loader> = (args) => listMeta(args, args.data, 'card')

export const loader = screenLoader(screens.products, async ({ content, params, request }) => {
  const [{ parent: type, posts: products }, catalogue] = await Promise.all([
    content.getProductsOf(params.id),
    readCatalogue(content),
  ])
  const { category, siblings } = placeOfType(catalogue, params.id)
  const list = cardPageOf(products, request, content.lang)
  return {
    heading: type?.postTitle ?? content.t('products.heading'),
    lead: type?.postSubTitle ?? '',
    ...(type?.language && { language: type.language }),
    crumbs: crumbsOf({ category }),
    count: products.length,
    category: category?.postTitle ?? '',
    otherTypes: siblings.slice(0, maxOtherTypes).map(linkItemOf),
    text: await findParentText(type, list.page, content.getProductType, content.lang),
    ...list,
  }
})

export default function Products() {
  const { heading, lead, language, crumbs, count, category, text, otherTypes, cards, page, pages } =
    useLoaderData<typeof loader>()
  const { t } = useTranslation()
  return (
    <>
      <TextIn language={language}>
        <ScreenHeading
          crumbs={[{ title: t('products.heading'), to: addresses.productsHome() }, ...crumbs]}
          heading={heading}
          lead={lead}
        >
          {count > 0 && <p className="list-count">{t('products.count', { count })}</p>}
        </ScreenHeading>
      </TextIn>
      <section className="container">
        <CardGrid cards={cards} linkTo={addresses.product} shape="product" isLcp />
        <Pagination page={page} pages={pages} />
      </section>
      <ListText text={text} />
      {otherTypes.length > 0 && (
        <Band heading={t('products.otherTypes', { title: category })}>
          <LinkIndex items={otherTypes} linkTo={addresses.productsOfType} />
        </Band>
      )}
    </>
  )
}
