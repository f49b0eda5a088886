import { Link } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { addresses } from '../addresses'
import type { PostView } from '../post-view'
import type { Crumb } from './breadcrumbs'
import { FileList } from './file-list'
import { Gallery } from './gallery'
import { RichText } from './rich-text'
import { ScreenHeading } from './screen-heading'
import { SpecTable } from './spec-table'

/** A product to be chosen: its pictures beside its specifications, then its description. */
export function ProductArticle({ post, crumbs }: { post: PostView; crumbs: Crumb[] }) {
  const { t } = useTranslation()
  return (
    <article>
      <ScreenHeading
        crumbs={crumbs}
        heading={post.postTitle || t('list.untitled')}
        lead={post.postSubTitle}
      />
      <div className="product-body container">
        <Gallery
          image={post.postImage}
          images={post.postImages}
          title={post.postTitle}
          shape="product"
        />
        <div className="product-facts">
          <SpecTable specs={post.postSpecs} heading={t('product.specs')} />
          <FileList files={post.postFiles} />
          <p>
            <Link className="button" to={addresses.contact()}>
              {t('product.ask')}
            </Link>
          </p>
        </div>
        <RichText html={post.postDetails} />
      </div>
    </article>
  )
}
