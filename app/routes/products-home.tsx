import type { MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { addresses, screens } from '../addresses'
import { EmptyList } from '../components/empty-list'
import { LinkIndex } from '../catalogue/link-index'
import { linkItemOf } from '../content/cards.server'
import { truncateCatalogue } from '../catalogue/truncate-catalogue'
import { postsByParent } from '../catalogue/posts-by-parent'
import { MixedText } from '../components/mixed-text'
import { Picture } from '../components/picture'
import { ScreenHeading } from '../components/screen-heading'
import { PostSubTitle, PostTitle } from '../components/post-text'
import { optional } from '../content/content.server'
import { screenLoader } from '../content/loaders.server'
import { placeholderFor } from '../content/placeholder-colour.server'
import { pageMeta } from '../seo/page-meta'

/** From this number of categories on, the page starts with an index of them. */
const minIndexed = 8

export const meta: MetaFunction<typeof loader> = (args) =>
  pageMeta(
    args,
    args.data && {
      title: args.data.heading,
      description: args.data.lead,
      lcpImage: { image: args.data.categories[0]?.postImage, use: 'category' },
    },
  )

export const loader = screenLoader(screens.productsHome, async ({ content }) => {
  const [categories, types] = await Promise.all([
    content.listProductCategories(),
    optional(content.listProductTypes()),
  ])
  const typesOf = postsByParent(types ?? [])
  return {
    heading: content.t('products.heading'),
    lead: content.t('products.lead'),
    categories: truncateCatalogue(
      categories.map(({ postID, postTitle, postSubTitle, postImage, language }) => ({
        postID,
        postTitle,
        postSubTitle,
        postImage,
        ...(language && { language }),
        ...placeholderFor(postImage),
        // null: unknown. An empty list means that there are none.
        types: types && (typesOf.get(postID) ?? []).map(linkItemOf),
      })),
    ),
  }
})

export default function ProductsHome() {
  const { heading, lead, categories } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  return (
    <>
      <ScreenHeading heading={heading} lead={lead}>
        {categories.length > 0 && (
          <p className="list-count">{t('categories.count', { count: categories.length })}</p>
        )}
      </ScreenHeading>
      <div className="container">
        {categories.length === 0 && <EmptyList />}
        {categories.length >= minIndexed && (
          <nav aria-label={t('products.index')}>
            <ol className="link-index">
              {categories.map(({ postID, postTitle, language }, at) => (
                <li key={postID}>
                  <a className="ruled-link" href={`#category-${at + 1}`}>
                    <MixedText text={postTitle} language={language} />
                  </a>
                </li>
              ))}
            </ol>
          </nav>
        )}
        {categories.map((category, at) => (
          <section key={category.postID} className="category" id={`category-${at + 1}`}>
            <div className="category-text">
              <PostTitle
                post={category}
                to={addresses.productTypes(category.postID)}
                level="h2"
                isNode
              />
              <PostSubTitle post={category} />
            </div>
            <Picture post={category} use="category" shape="product" isLcp={at === 0} />
            {category.types?.length === 0 && (
              <p className="category-soon">{t('products.noTypes')}</p>
            )}
            {category.types && category.types.length > 0 && (
              <LinkIndex items={category.types} linkTo={addresses.productsOfType} />
            )}
          </section>
        ))}
      </div>
    </>
  )
}
