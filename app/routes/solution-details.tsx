import type { MetaFunction, SerializeFrom } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { addresses, screens } from '../addresses'
import { cardsOf, othersOf } from '../content/cards.server'
import { ContactBand } from '../components/contact-band'
import { MessageItems } from '../components/message-items'
import { PostArticle } from '../posts/post-article'
import { Related } from '../components/related'
import { documentsAddress } from '../catalogue/documents-address'
import { SolutionProducts } from '../catalogue/solution-products'
import { optional } from '../content/content.server'
import { findFileSizes } from '../content/file-sizes.server'
import { screenLoader } from '../content/loaders.server'
import { postMeta } from '../seo/page-meta'
import { postViewOf } from '../content/post-view.server'

/** Two full rows of the widest grid; the View all button links to the others. */
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
    post: postViewOf(post, content.lang),
    sizes: await findFileSizes(post.postFiles, content),
    products: cardsOf((products ?? []).slice(0, shownProducts), content.lang),
    others: othersOf(all, id, content.lang),
  }
})

export default function SolutionDetails() {
  const solution = useLoaderData<typeof loader>()
  // With a new key another solution does not inherit the state of its products block.
  return <Solution key={solution.post.postID} {...solution} />
}

function Solution({ post, sizes, products, others }: SerializeFrom<typeof loader>) {
  const { t } = useTranslation()
  const [hasProducts, setHasProducts] = useState(products.length > 0)
  const list = { to: addresses.solutions(), title: t('solutions.heading') }
  return (
    <>
      <PostArticle post={post} sizes={sizes} crumbs={[list]} picture="heading">
        {hasProducts && (
          <a className="text-link" href="#solution-products" data-markdown="skip">
            {t('solutions.toProducts')}
          </a>
        )}
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
      <ContactBand heading={t('contact.ask.solution')}>
        <MessageItems about={post.postTitle} />
      </ContactBand>
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
