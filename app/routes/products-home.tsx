import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { addresses } from '../addresses'
import { EmptyList } from '../components/empty-list'
import { MixedText } from '../components/mixed-text'
import { Picture } from '../components/picture'
import { ScreenHeading } from '../components/screen-heading'
import { contentFor, optional } from '../content.server'
import { pageMeta } from '../page-meta'

export const meta: MetaFunction<typeof loader> = (args) =>
  pageMeta(args, args.data && { title: args.data.heading, description: args.data.lead })

export async function loader(args: LoaderFunctionArgs) {
  const content = contentFor(args)
  const [categories, types] = await Promise.all([
    content.listProductCategories(),
    optional(content.listProductTypes()),
  ])
  return {
    heading: content.t('products.heading'),
    lead: content.t('products.lead'),
    categories: categories.map(({ postID, postTitle, postSubTitle, postImage }) => ({
      postID,
      postTitle,
      postSubTitle,
      postImage,
      types: (types ?? [])
        .filter((type) => type.parentID === postID)
        .map((type) => ({ postID: type.postID, postTitle: type.postTitle })),
    })),
  }
}

export default function ProductsHome() {
  const { heading, lead, categories } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  return (
    <>
      <ScreenHeading heading={heading} lead={lead} />
      <div className="container">
        {categories.length === 0 && <EmptyList />}
        {categories.map((category) => (
          <section key={category.postID} className="category">
            <Picture
              image={category.postImage}
              sizes="(min-width: 48rem) 20rem, 94vw"
              shape="product"
            />
            <div className="category-text">
              <h2>
                <Link to={addresses.productTypes(category.postID)}>
                  <MixedText text={category.postTitle} />
                </Link>
              </h2>
              {category.postSubTitle && (
                <p>
                  <MixedText text={category.postSubTitle} />
                </p>
              )}
              {category.types.length === 0 ? (
                <p className="category-soon">{t('products.noTypes')}</p>
              ) : (
                <ul className="category-types">
                  {category.types.map((type) => (
                    <li key={type.postID}>
                      <Link to={addresses.productsOfType(type.postID)}>
                        <MixedText text={type.postTitle} />
                      </Link>
                    </li>
                  ))}
                </ul>
              )}
            </div>
          </section>
        ))}
      </div>
    </>
  )
}
