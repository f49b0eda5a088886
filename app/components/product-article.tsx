import { useLocation } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { PostView } from '../post-view'
import type { Crumb } from './breadcrumbs'
import { FileList } from './file-list'
import { Gallery } from './gallery'
import { PrintedAddress } from './printed-address'
import { QuotationWays } from './quotation-ways'
import { RichText } from './rich-text'
import { ScreenHeading } from './screen-heading'
import { Share } from './share'
import { SpecTable } from './spec-table'

/** A product to be chosen: its pictures and description, with its specifications and files beside them. */
export function ProductArticle({ post, crumbs }: { post: PostView; crumbs: Crumb[] }) {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const title = post.postTitle || t('list.untitled')
  return (
    <article>
      <ScreenHeading crumbs={crumbs} heading={title} lead={post.postSubTitle} />
      <div className="product-sheet container">
        <Gallery image={post.postImage} images={post.postImages} title={title} shape="product" />
        <div className="product-facts">
          <QuotationWays title={title} path={pathname} />
          <SpecTable specs={post.postSpecs} heading={t('product.specs')} />
          <FileList files={post.postFiles} />
          <Share key={post.postID} title={title} path={pathname} />
        </div>
        <RichText html={post.postDetails} />
      </div>
      <PrintedAddress path={pathname} />
    </article>
  )
}
