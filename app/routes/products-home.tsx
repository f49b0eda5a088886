import type { MetaFunction, SerializeFrom } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Link } from 'react-router-dom'
import { useTranslation } from '../language/translation'
import { addresses, screens } from '../addresses'
import { EmptyList } from '../posts/cards'
import { CategoryProducts, LinkIndex } from '../catalogue/link-index'
import { listFilledCategories, readCategoryProducts } from '../catalogue/catalogue.server'
import { linkItemOf, pictureLinkOf } from '../views/card-views.server'
import { postsByParent } from '../posts/list-views'
import { truncateCatalogue } from '../layout/product-menu-data'
import { Icon } from '../components/icon'
import { MixedText } from '../components/mixed-text'
import { Picture } from '../components/pictures/picture'
import { ScreenHeading } from '../components/screen-heading'
import { PostSubTitle, PostTitle } from '../components/post-text'
import { optional } from '../content/content.server'
import { screenLoader } from '../content/loaders.server'
import { type LcpImage, pageMeta } from '../seo/page-meta'

/** With this many categories or more, the page starts with an index of them. */
const minIndexed = 8

export const meta: MetaFunction<typeof loader> = (args) =>
  pageMeta(
    args,
    args.data && {
      title: args.data.heading,
      description: args.data.lead,
      lcpImage: lcpImageOf(args.data.categories),
    },
  )

export const loader = screenLoader(screens.productsHome, async ({ content }) => {
  const [categories, types] = await Promise.all([
    listFilledCategories(content),
    optional(content.listProductTypes()),
  ])
  const typesOf = postsByParent(types ?? [])
  const productsOf = await readCategoryProducts(content, categories, typesOf)
  return {
    heading: content.t('products.heading'),
    lead: content.t('products.lead'),
    categories: truncateCatalogue(
      categories.map((category) => ({
        ...pictureLinkOf(category),
        postSubTitle: category.postSubTitle,
        products: productsOf(category),
        // null means unknown.
        types: types && (typesOf.get(category.postID) ?? []).map(linkItemOf),
      })),
    ),
  }
})

/** The LCP image is the first product's, which is larger than its category's; without products, the category's. */
function lcpImageOf([category]: SerializeFrom<typeof loader>['categories']): LcpImage {
  const product = category?.products[0]
  return product
    ? { image: product.postImage, use: 'categoryProduct' }
    : { image: category?.postImage, use: 'category' }
}

export default function ProductsHome() {
  const { heading, lead, categories } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  return (
    <>
      <ScreenHeading heading={heading} lead={lead}>
        {categories.length > 0 && (
          <p className="list-count">
            <span>{t('categories.count', { count: categories.length })}</span>{' '}
            <Link className="text-link" to={addresses.productsCategories()}>
              {t('categories.all')}
              <Icon name="arrow" />
            </Link>{' '}
            <Link className="text-link" to={addresses.documents()}>
              {t('documents.heading')}
              <Icon name="arrow" />
            </Link>
          </p>
        )}
      </ScreenHeading>
      <div className="container">
        {categories.length === 0 && <EmptyList />}
        {categories.length >= minIndexed && (
          <nav className="category-index" aria-label={t('products.index')}>
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
            <Picture
              post={category}
              use="category"
              shape="product"
              isLcp={at === 0 && category.products.length === 0}
            />
            {category.types && category.types.length > 0 && (
              <LinkIndex items={category.types} linkTo={addresses.productsOfType} />
            )}
            <CategoryProducts products={category.products} isFirst={at === 0} />
          </section>
        ))}
      </div>
    </>
  )
}
