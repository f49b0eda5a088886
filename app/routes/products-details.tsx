import type { MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import type { TFunction } from 'i18next'
import { useTranslation } from '../language/translation'
import { addresses, screens } from '../addresses'
import { canonicalPathsOf } from '../site/search.server'
import { othersOf } from '../views/card-views.server'
import { archiveLinkOf, countFiles } from '../views/file-facts.server'
import { ProductArticle, ProductMemory } from '../catalogue/product-article'
import { crumbOf, productPartsOf } from '../catalogue/catalogue.server'
import { allProductsPath } from '../catalogue/solution-heading'
import { AddOne } from '../enquiry/add-to-list'
import { Related } from '../posts/cards'
import type { Crumb } from '../components/screen-heading'
import { optional, type Card, type Post } from '../content/content.server'
import { screenLoader } from '../content/loaders.server'
import type { MenuPlace } from '../layout/current-place'
import { postMeta } from '../seo/page-meta'
import { loadStyles } from '../framework/route-styles'
import type { RouteHandle } from '../../server/http/validation/route-table'
import productStyles from '../styles/product.css?url'

export const handle = { styles: [productStyles] } satisfies RouteHandle

await loadStyles(handle.styles)

export const meta: MetaFunction<typeof loader> = (args) =>
  postMeta(args, args.data?.post, 'gallery', args.data?.canonicalPath)

export const loader = screenLoader(screens.productsDetails, async ({ content, params }) => {
  // The sibling list needs the product's solution; everything else loads in parallel.
  const [post, solutions] = await Promise.all([
    content.getSolutionProduct(params.id),
    optional(content.listSolutions()),
  ])
  const [siblings, files] = await Promise.all([
    optional(content.listSolutionProducts(post.parentID)),
    countFiles([post], content),
  ])
  const path = addresses.productByPost(params.id)
  const solution = solutions?.find(({ postID }) => postID === post.parentID)
  const crumbs = crumbsOf(post, solution, content.t)
  const menuPlace: MenuPlace = { menuLink: crumbs[0].to }
  return {
    ...(await productPartsOf(post, content)),
    archive: archiveLinkOf(content, files, { path, products: 1 }),
    canonicalPath: (await optional(canonicalPathsOf([post], content)))?.get(post.postID) ?? null,
    crumbs,
    ...menuPlace,
    allPath: solution ? allProductsPath(solution) : null,
    others: othersOf(siblings, post.postID, content.lang),
  }
})

export default function ProductsDetails() {
  const { post, crumbs, allPath, others, ...parts } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  return (
    <>
      <ProductArticle {...{ post, crumbs, ...parts }} />
      <Related
        heading={t('product.othersOfSolution')}
        cards={others}
        linkTo={addresses.productByPost}
        shape="product"
        Menu={AddOne}
        all={allPath ? { to: allPath, title: t('solutions.allProducts') } : undefined}
      />
      <ProductMemory post={post} path={addresses.productByPost(post.postID)} />
    </>
  )
}

/** A product that is only in the catalogue has no solution. */
function crumbsOf(
  { parentID }: Post,
  solution: Card | undefined,
  t: TFunction,
): [Crumb, ...Crumb[]] {
  if (parentID === '') return [{ title: t('products.heading'), to: addresses.productsHome() }]
  const list = { title: t('solutions.heading'), to: addresses.solutions() }
  return solution ? [list, crumbOf(solution, addresses.solution(solution.postID))] : [list]
}
