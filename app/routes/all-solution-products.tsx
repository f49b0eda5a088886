import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { addresses, pathParameter, screens } from '../addresses'
import { cardPageOf } from '../cards.server'
import { Banner } from '../catalogue/banner'
import { CardGrid } from '../components/card-grid'
import { Pagination } from '../components/pagination'
import { contentFor, notFound, optional } from '../content.server'
import { toneFor } from '../image-tone.server'
import { pageMeta } from '../page-meta'

export const meta: MetaFunction<typeof loader> = (args) =>
  pageMeta(
    args,
    // Anyone can make up a solution and its title; what is empty is not for search engines.
    args.data && {
      title: args.data.heading,
      page: args.data.page,
      leading: { image: args.data.image, use: 'wholeWidth' },
      isIndexed: args.data.cards.length > 0,
    },
  )

export async function loader(args: LoaderFunctionArgs) {
  const content = contentFor(args)
  const { pathname } = new URL(args.request.url)
  const id = args.params.id ?? ''
  const title = pathParameter(pathname, screens.allSolutionProducts, 'title')
  if (title === null) throw notFound()
  const [banner, products] = await Promise.all([
    optional(content.findProductsBanner()), // the page can do without its picture
    content.listAllSolutionProducts(id),
  ])
  return {
    id,
    title,
    heading: content.t('products.ofSolution', { title }),
    image: banner?.postImage ?? '',
    ...toneFor(banner?.postImage ?? ''),
    count: products.length,
    ...cardPageOf(products, args.request, content.lang),
  }
}

export default function AllSolutionProducts() {
  const { id, title, heading, image, imageTone, count, cards, page, pages } =
    useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const crumbs = [
    { title: t('solutions.heading'), to: addresses.solutions() },
    { title, to: addresses.solution(id) },
  ]
  return (
    <>
      <Banner image={image} tone={imageTone} heading={heading} crumbs={crumbs}>
        {count > 0 && <p className="list-count">{t('products.count', { count })}</p>}
      </Banner>
      <section className="container">
        <CardGrid cards={cards} linkTo={addresses.productByPost} shape="product" />
        <Pagination page={page} pages={pages} />
      </section>
    </>
  )
}
