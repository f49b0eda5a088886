import type { MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { RouteHandle } from '../../server/http/validation/route-handle.ts'
import { addresses, screens } from '../addresses'
import { cardPageOf } from '../content/cards.server'
import { Banner } from '../catalogue/banner'
import { CardGrid } from '../components/card-grid'
import { Pagination } from '../components/pagination'
import { optional, scopeOf } from '../content/content.server'
import { screenLoader } from '../content/loaders.server'
import { placeholderFor } from '../content/placeholder-colour.server'
import { pageMeta } from '../seo/page-meta'

export const handle = { paged: true } satisfies RouteHandle

export const meta: MetaFunction<typeof loader> = (args) =>
  pageMeta(
    args,
    args.data && {
      title: args.data.name,
      page: args.data.page,
      path: args.data.path,
      lcpImage: { image: args.data.image, use: 'wholeWidth' },
      // Empty lists and made-up titles are not indexed.
      isIndexed: args.data.solution !== null && args.data.cards.length > 0,
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
    const title = solution ? solution.postTitle || content.t('list.untitled') : params.title
    const heading = content.t('products.ofSolution', { title })
    const path = addresses.allSolutionProducts(params.id, solution?.postTitle ?? '')
    scopeOf(context).dependencies.hasAddressText = !solution || path !== pathname
    return {
      heading,
      /** For title and share card: never text that is only in the address. */
      name: solution ? heading : content.t('products.heading'),
      path,
      solution: solution ? { id: params.id, title } : null,
      image: banner?.postImage ?? '',
      ...placeholderFor(banner?.postImage ?? ''),
      count: products.length,
      ...cardPageOf(products, request, content.lang),
    }
  },
)

export default function AllSolutionProducts() {
  const { solution, heading, image, placeholderColour, count, cards, page, pages } =
    useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const crumbs = [
    { title: t('solutions.heading'), to: addresses.solutions() },
    ...(solution ? [{ title: solution.title, to: addresses.solution(solution.id) }] : []),
  ]
  return (
    <>
      <Banner image={image} placeholderColour={placeholderColour} heading={heading} crumbs={crumbs}>
        {count > 0 && <p className="list-count">{t('products.count', { count })}</p>}
      </Banner>
      <section className="container">
        <CardGrid cards={cards} linkTo={addresses.productByPost} shape="product" />
        <Pagination page={page} pages={pages} />
      </section>
    </>
  )
}
