import type { MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from '../language/translation'
import type { RouteHandle } from '../../server/http/validation/route-table'
import { addresses, screens } from '../addresses'
import { specPageOf } from '../views/card-views.server'
import { crumbOf, allProductsPathsOf } from '../catalogue/catalogue.server'
import { ProductGrid } from '../catalogue/product-grid'
import { allProductsPath, productsHeading } from '../catalogue/solution-heading'
import { Banner } from '../components/screen-heading'
import { Pagination } from '../posts/pagination'
import { optional } from '../content/content.server'
import { screenLoader } from '../content/loaders.server'
import { namesOf, pageMeta } from '../seo/page-meta'

export const handle = { paged: true } satisfies RouteHandle

export const meta: MetaFunction<typeof loader> = (args) =>
  pageMeta(
    args,
    args.data && {
      title: args.data.name,
      description: namesOf(args.data.cards),
      page: args.data.page,
      path: args.data.path,
      paths: args.data.paths,
      onlyLanguage: args.data.language,
      lcpImage: { image: args.data.image, use: 'banner' },
      // Empty lists and made-up titles are not indexed.
      isIndexed: args.data.crumb !== null && args.data.cards.length > 0,
    },
  )

export const loader = screenLoader(
  screens.allSolutionProducts,
  async ({ content, params, request, context }) => {
    const { pathname } = new URL(request.url)
    const [{ parent: solution, posts: products }, banner] = await Promise.all([
      content.getAllSolutionProducts(params.id),
      optional(content.findProductsBanner()), // the page works without its image
    ])
    const heading = solution
      ? productsHeading(solution, content.t)
      : content.t('products.ofSolution', { title: params.title })
    const path = solution ? allProductsPath(solution) : addresses.allSolutionProducts(params.id, '')
    context.content.dependencies.hasAddressText = !solution || path !== pathname
    return {
      heading,
      /** Title and share card never contain text that comes only from the address. */
      name: solution ? heading : content.t('products.heading'),
      path,
      /** Paths in both languages, as far as they are known. */
      paths: solution ? await allProductsPathsOf(solution, content) : {},
      ...(solution?.language && { language: solution.language }),
      crumb: solution && crumbOf(solution, addresses.solution(params.id)),
      image: banner?.postImage ?? '',
      count: products.length,
      ...specPageOf(products, request, content.lang),
    }
  },
)

export default function AllSolutionProducts() {
  const { crumb, heading, image, count, cards, page, pages } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const crumbs = [
    { title: t('solutions.heading'), to: addresses.solutions() },
    ...(crumb ? [crumb] : []),
  ]
  return (
    <>
      <Banner post={{ postImage: image }} heading={heading} crumbs={crumbs}>
        {count > 0 && <p className="list-count">{t('products.count', { count })}</p>}
      </Banner>
      <section className="container">
        <ProductGrid cards={cards} linkTo={addresses.productByPost} />
        <Pagination page={page} pages={pages} search="" />
      </section>
    </>
  )
}
