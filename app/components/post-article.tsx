import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { PostView } from '../post-view'
import type { Crumb } from './breadcrumbs'
import { FileList } from './file-list'
import { Gallery } from './gallery'
import { RichText } from './rich-text'
import { ScreenHeading } from './screen-heading'
import { SpecTable } from './spec-table'

/** A post to be read: heading, picture, text, with its facts and files beside it. */
export function PostArticle({
  post,
  crumbs,
  children,
}: {
  post: PostView
  crumbs: Crumb[]
  /** Said right below the lead. */
  children?: ReactNode
}) {
  const { t } = useTranslation()
  const hasFacts = post.postSpecs.length > 0 || post.postFiles.length > 0
  return (
    <article>
      <ScreenHeading
        crumbs={crumbs}
        heading={post.postTitle || t('list.untitled')}
        lead={post.postSubTitle}
      >
        {post.dateText && (
          <time className="article-date" dateTime={post.postDate}>
            {post.dateText}
          </time>
        )}
        {children}
      </ScreenHeading>
      <div className="article-body container" data-facts={hasFacts || undefined}>
        <div className="article-text">
          {post.postImage && (
            <Gallery
              image={post.postImage}
              images={post.postImages}
              title={post.postTitle}
              shape="scene"
            />
          )}
          <RichText html={post.postDetails} />
        </div>
        {hasFacts && (
          <aside className="article-facts" aria-label={t('product.facts')}>
            <SpecTable specs={post.postSpecs} heading={t('product.facts')} />
            <FileList files={post.postFiles} />
          </aside>
        )}
      </div>
    </article>
  )
}
