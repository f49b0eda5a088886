import type { MetaFunction } from '@remix-run/node'
import { useLoaderData, useLocation } from '@remix-run/react'
import { useTranslation } from '../language/translation'
import type { RouteHandle } from '../../server/http/validation/route-table'
import { addresses, screens, sheetPath } from '../addresses'
import { linkItemOf } from '../views/card-views.server'
import { type ArchiveLink, archiveLinkOf } from '../views/file-facts.server'
import { withKnownSpecs } from '../views/product-view.server'
import { Band } from '../components/bands'
import { Icon } from '../components/icon'
import { useFrame } from '../layout/frame'
import { createBudget } from '../layout/product-menu-data'
import { inLanguage } from '../language/languages'
import { ProductList } from '../catalogue/filters/product-list'
import { productListOf } from '../catalogue/filters/product-list.server'
import { LinkIndex } from '../catalogue/link-index'
import { ListText } from '../catalogue/list-text'
import { findParentText, crumbsOf, placeOfType, readCatalogue } from '../catalogue/catalogue.server'
import { ScreenHeading } from '../components/screen-heading'
import { optional } from '../content/content.server'
import { screenLoader } from '../content/loaders.server'
import { listMeta } from '../seo/page-meta'
import { TextIn } from '../language/text-language'
import { loadStyles } from '../framework/route-styles'
import listsStyles from '../styles/lists.css?url'

/** Max. other types of the same category; the category's screen lists all of them. */
const maxOtherTypes = 100

export const handle = {
  styles: [listsStyles],
  paged: true,
  query: ['spec.', 'sort', 'view'],
} satisfies RouteHandle

await loadStyles(handle.styles)

export const meta: MetaFunction<typeof loader> = (args) => {
  const { data } = args
  const isSelection = Boolean(data?.search)
  return listMeta(args, data && { ...data, isSelection, page: isSelection ? 1 : data.page }, 'card')
}

export const loader = screenLoader(screens.products, async ({ content, params, request }) => {
  const [{ parent: type, posts }, catalogue] = await Promise.all([
    content.getProductsOf(params.id),
    readCatalogue(content),
  ])
  const products = await withKnownSpecs(posts, content.lang, content)
  const { category, siblings } = placeOfType(catalogue, params.id)
  const hasSpecs = products.some(({ postSpecs }) => postSpecs.length > 0)
  const listed = hasSpecs
    ? await content.findEnglish((calls) => calls.listProductsOf(params.id))
    : null
  const english = listed && (await withKnownSpecs(listed, 'En', content))
  const list = await productListOf(params.id, { products, english }, request, content)
  const files = await optional(
    content.readIndex({ needs: 'filled' }, (index) => index.countFiles(params.id)),
  )
  return {
    heading: type?.postTitle ?? content.t('products.heading'),
    lead: type?.postSubTitle ?? '',
    ...(type?.language && { language: type.language }),
    crumbs: crumbsOf({ category }),
    category: category?.postTitle ?? '',
    otherTypes: siblings.slice(0, maxOtherTypes).map(linkItemOf).filter(createBudget()),
    text:
      list.search === ''
        ? await findParentText(type, list.page, content.getProductType, content.lang)
        : null,
    archive:
      files &&
      archiveLinkOf(content, files.found, {
        path: addresses.productsOfType(params.id),
        products: products.length,
      }),
    ...list,
  }
})

/** Links to the sheets of all products of the type, where the site makes them, and to all files. */
function TypeFiles({ archive }: { archive: ArchiveLink | null }) {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const frame = useFrame()
  if (!frame?.hasSheets && !archive) return null
  return (
    <p className="type-files sheet-link">
      {frame?.hasSheets && (
        <a
          className="text-link"
          href={inLanguage(sheetPath(pathname), frame.lang)}
          type="application/pdf"
        >
          <Icon name="file" />
          {t('sheet.typeLink')}
        </a>
      )}{' '}
      {archive && (
        <a className="text-link" href={archive.href} type="application/zip" rel="nofollow">
          <Icon name="file" />
          {archive.text}
        </a>
      )}
    </p>
  )
}

export default function Products() {
  const list = useLoaderData<typeof loader>()
  const { heading, lead, language, crumbs, category, text, otherTypes, archive } = list
  const { t } = useTranslation()
  return (
    <>
      <TextIn language={language}>
        <ScreenHeading
          crumbs={[{ title: t('products.heading'), to: addresses.productsHome() }, ...crumbs]}
          heading={heading}
          lead={lead}
        >
          {list.count > 0 && <TypeFiles archive={archive} />}
          {list.count > 0 && !list.tools && (
            <p className="list-count">{t('products.count', { count: list.count })}</p>
          )}
        </ScreenHeading>
        <ProductList list={list} heading={heading}>
          <ListText text={text} />
        </ProductList>
      </TextIn>
      {otherTypes.length > 0 && (
        <Band heading={t('products.otherTypes', { title: category })}>
          <LinkIndex items={otherTypes} linkTo={addresses.productsOfType} />
        </Band>
      )}
    </>
  )
}
