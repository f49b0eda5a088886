import { useLocation } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { ProductView } from '../content/post-view.server'
import type { Crumb } from '../components/breadcrumbs'
import { FileList } from '../components/file-list'
import { Gallery } from '../components/gallery'
import { OrderingTable } from './ordering-table'
import { PrintedAddress } from '../components/printed-address'
import { ProductCompareLink } from './product-extras'
import { QuotationLinks } from './quotation-links'
import { RichText } from '../components/rich-text'
import { ScreenHeading } from '../components/screen-heading'
import { Share } from '../components/share'
import { SpecTable } from '../components/spec-table'
import { StickyColumn } from '../components/sticky-column'
import { TextIn } from '../language/text-language'

/** A product: its pictures and description, its specifications and files beside them; order codes below. */
export function ProductArticle({
  post,
  sizes,
  crumbs,
}: {
  post: ProductView
  /** Of its files, by name. */
  sizes: string[]
  crumbs: Crumb[]
}) {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const title = post.postTitle
  return (
    <TextIn language={post.language}>
      <article>
        <ScreenHeading crumbs={crumbs} heading={title} lead={post.postSubTitle} />
        <div className="product-sheet container">
          <Gallery
            image={post.postImage}
            images={post.postImages}
            title={title}
            shape="product"
            isLcp
          />
          <StickyColumn className="product-aside">
            <QuotationLinks post={post} path={pathname}>
              <ProductCompareLink id={post.postID} />
            </QuotationLinks>
            <SpecTable specs={post.postSpecs} heading={t('product.specs')} />
            <FileList files={post.postFiles} sizes={sizes} />
            <Share key={post.postID} title={title} path={pathname} />
          </StickyColumn>
          <RichText html={post.postDetails} />
        </div>
        <OrderingTable postId={post.postID} ordering={post.ordering} />
        <PrintedAddress path={pathname} />
      </article>
    </TextIn>
  )
}
