import type { MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { addresses, screens } from '../addresses'
import { othersOf } from '../content/cards.server'
import { ProductArticle } from '../catalogue/product-article'
import { Related } from '../components/related'
import { optional } from '../content/content.server'
import { screenLoader } from '../content/loaders.server'
import { postMeta } from '../seo/page-meta'
import { postViewOf } from '../content/post-view.server'

export const meta: MetaFunction<typeof loader> = (args) =>
  postMeta(args, args.data?.post, 'gallery')

export const loader = screenLoader(screens.productsDetails, async ({ content, params }) => {
  // The list of siblings needs the solution of the product; everything else loads in parallel.
  const [post, solutions] = await Promise.all([
    content.getSolutionProduct(params.id),
    optional(content.listSolutions()),
  ])
  const siblings = await optional(content.listSolutionProducts(post.parentID))
  const solution = solutions?.find(({ postID }) => postID === post.parentID)
  return {
    post: postViewOf(post, content.lang),
    isOfSolution: post.parentID !== '',
    solution: solution ? { id: solution.postID, title: solution.postTitle } : null,
    others: othersOf(siblings, post.postID, content.lang),
  }
})

export default function ProductsDetails() {
  const { post, isOfSolution, solution, others } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const crumbs = [
    isOfSolution
      ? { title: t('solutions.heading'), to: addresses.solutions() }
      : { title: t('products.heading'), to: addresses.productsHome() },
    ...(solution ? [{ title: solution.title, to: addresses.solution(solution.id) }] : []),
  ]
  return (
    <>
      <ProductArticle post={post} crumbs={crumbs} />
      <Related
        heading={t('product.othersOfSolution')}
        cards={others}
        linkTo={addresses.productByPost}
        shape="product"
        all={
          solution
            ? {
                to: addresses.allSolutionProducts(solution.id, solution.title),
                title: t('list.viewAll'),
              }
            : undefined
        }
      />
    </>
  )
}
