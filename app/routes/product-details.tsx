import type { MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from '../language/translation'
import { addresses, screens } from '../addresses'
import { othersOf } from '../views/card-views.server'
import { archiveLinkOf, countFiles } from '../views/file-facts.server'
import { ProductArticle, ProductMemory } from '../catalogue/product-article'
import { AddOne } from '../enquiry/add-to-list'
import { Related } from '../posts/cards'
import { optional } from '../content/content.server'
import { screenLoader } from '../content/loaders.server'
import { postMeta } from '../seo/page-meta'
import { crumbsOf, placeOfType, productPartsOf, readCatalogue } from '../catalogue/catalogue.server'
import { loadStyles } from '../framework/route-styles'
import type { RouteHandle } from '../../server/http/validation/route-table'
import productStyles from '../styles/product.css?url'

export const handle = { styles: [productStyles] } satisfies RouteHandle

await loadStyles(handle.styles)

export const meta: MetaFunction<typeof loader> = (args) =>
  postMeta(args, args.data?.post, 'gallery')

export const loader = screenLoader(screens.productDetails, async ({ content, params }) => {
  // The sibling list needs the product's type; everything else loads in parallel.
  const [post, catalogue] = await Promise.all([
    content.getProduct(params.id),
    readCatalogue(content),
  ])
  const [siblings, files] = await Promise.all([
    optional(content.listProductsOf(post.parentID)),
    countFiles([post], content),
  ])
  const place = placeOfType(catalogue, post.parentID)
  return {
    ...(await productPartsOf(post, content)),
    archive: archiveLinkOf(content, files, { path: addresses.product(params.id), products: 1 }),
    crumbs: crumbsOf(place),
    others: othersOf(siblings, post.postID, content.lang),
  }
})

export default function ProductDetails() {
  const { post, relations, lacksFiles, archive, crumbs, others } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  return (
    <>
      <ProductArticle
        post={post}
        relations={relations}
        lacksFiles={lacksFiles}
        archive={archive}
        crumbs={[{ title: t('products.heading'), to: addresses.productsHome() }, ...crumbs]}
      />
      <Related
        heading={t('product.others')}
        cards={others}
        linkTo={addresses.product}
        shape="product"
        Menu={AddOne}
      />
      <ProductMemory post={post} path={addresses.product(post.postID)} />
    </>
  )
}
