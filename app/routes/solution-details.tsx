import { type Card, optional } from '../content/content.server'
import { type CardView, cardsOf, othersOf } from '../views/card-views.server'
import { withFiles } from '../views/file-facts.server'
import { postViewOf } from '../views/post-view.server'
import { useTranslation } from '../language/translation'
import { useEffect, useState } from 'react'
import { Band } from '../components/bands'
import { productsHeading, allProductsPath } from '../catalogue/solution-heading'
import { CardGrid, Related } from '../posts/cards'
import { addresses, screens, documentsAddress } from '../addresses'
import { AddOne } from '../enquiry/add-to-list'
import { Link } from 'react-router-dom'
import type { MetaFunction, SerializeFrom } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { PostArticle } from '../posts/post-article'
import { screenLoader } from '../content/loaders.server'
import { postMeta } from '../seo/page-meta'

/** Two full rows of the widest grid; its button links to the others. */
const shownProducts = 10

export const meta: MetaFunction<typeof loader> = (args) =>
  postMeta(args, args.data?.post, 'heading')

export const loader = screenLoader(screens.solutionDetails, async ({ content, params }) => {
  const { id } = params
  const [post, products, all] = await Promise.all([
    content.getSolution(id),
    optional(content.lookUpSolutionProducts(id)),
    optional(content.listSolutions()),
  ])
  return {
    post: await withFiles(postViewOf(post, content.lang), content),
    products: cardsOf((products ?? []).slice(0, shownProducts), content.lang),
    others: othersOf(all, id, content.lang),
  }
})

export default function SolutionDetails() {
  const solution = useLoaderData<typeof loader>()
  // The key resets the state of the products block when the solution changes.
  return <Solution key={solution.post.postID} {...solution} />
}

function Solution({ post, products, others }: SerializeFrom<typeof loader>) {
  const { t } = useTranslation()
  const [hasProducts, setHasProducts] = useState(products.length > 0)
  const list = { to: addresses.solutions(), title: t('solutions.heading') }
  return (
    <>
      <PostArticle post={post} crumbs={[list]} picture="heading" ask={t('contact.ask.solution')}>
        {hasProducts && (
          <a className="text-link" href="#solution-products" data-markdown="skip">
            {t('solutions.toProducts')}
          </a>
        )}{' '}
        <Link className="text-link" to={documentsAddress({ solution: post.postID })}>
          {t('documents.ofSolution')}
        </Link>
      </PostArticle>
      <SolutionProducts
        solution={post}
        products={products}
        onProducts={setHasProducts}
        id="solution-products"
      />
      <Related
        heading={t('solutions.others')}
        cards={others}
        linkTo={addresses.solution}
        shape="scene"
        all={{ to: list.to, title: t('solutions.all') }}
      />
    </>
  )
}

/** The first products of a solution, and a link to all of them. Tells its parent whether there are any. */
function SolutionProducts({
  id,
  solution,
  products,
  onProducts,
}: {
  /** The anchor on the parent's page. */
  id: string
  solution: Pick<Card, 'postID' | 'postTitle' | 'isUntitled'>
  products: CardView[]
  onProducts: (hasProducts: boolean) => void
}) {
  const { t } = useTranslation()
  const hasProducts = products.length > 0
  useEffect(() => onProducts(hasProducts), [onProducts, hasProducts])

  if (!hasProducts) return null
  return (
    <Band id={id} heading={productsHeading(solution, t)}>
      <CardGrid
        cards={products}
        linkTo={addresses.productByPost}
        shape="product"
        level="h3"
        Menu={AddOne}
      />
      <p className="band-more">
        <Link className="button" to={allProductsPath(solution)}>
          {t('solutions.allProducts')}
        </Link>
      </p>
    </Band>
  )
}
