import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { addresses, pathParameter, screens } from '../addresses'
import { cardPageOf } from '../content/cards.server'
import { Banner } from '../catalogue/banner'
import { CardGrid } from '../components/card-grid'
import { Pagination } from '../components/pagination'
import { contentFor, notFound, optional, unavailable } from '../content/content.server'
import { placeholderFor } from '../content/placeholder-colour.server'
import { pageMeta } from '../seo/page-meta'

export const handle = { paged: true }

export const meta: MetaFunction<typeof loader> = (args) =>
  pageMeta(
    args,
    args.data && {
      title: args.data.name,
      page: args.data.page,
      path: args.data.path,
      lcpImage: { image: args.data.image, use: 'wholeWidth' },
      // What is empty, or what anyone has made up, is not for search engines.
      isIndexed: args.data.solution !== null && args.data.cards.length > 0,
    },
  )

export async function loader(args: LoaderFunctionArgs) {
  const content = contentFor(args)
  const { pathname } = new URL(args.request.url)
  const id = args.params.id ?? ''
  const asked = pathParameter(pathname, screens.allSolutionProducts, 'title')
  if (asked === null) throw notFound()
  const [banner, solutions, products] = await Promise.all([
    optional(content.findProductsBanner()), // the page can do without its picture
    optional(content.listSolutions()), // then the title of the address has to do
    content.listAllSolutionProducts(id),
  ])
  const solution = solutions?.find(({ postID }) => postID === id)
  if (!solution && products.length === 0) throw solutions ? notFound() : unavailable()

  const title = solution ? solution.postTitle || content.t('list.untitled') : asked
  const heading = content.t('products.ofSolution', { title })
  const path = addresses.allSolutionProducts(id, solution?.postTitle ?? '')
  // Words of a visitor's have no end: only the content's own are kept.
  args.context.isMadeUp = !solution || path !== pathname
  return {
    heading,
    /** What stands for the page elsewhere: never words that only its address gives. */
    name: solution ? heading : content.t('products.heading'),
    path,
    solution: solution ? { id, title } : null,
    image: banner?.postImage ?? '',
    ...placeholderFor(banner?.postImage ?? ''),
    count: products.length,
    ...cardPageOf(products, args.request, content.lang),
  }
}

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
