import { useLocation } from '@remix-run/react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { PostView } from '../content/views.server'
import { type Crumb, ScreenHeading } from '../components/screen-heading'
import { FileList } from '../components/post-facts'
import { Gallery } from '../components/gallery'
import { Picture } from '../components/picture'
import { PrintedAddress } from '../components/share'
import { RichText } from '../components/post-text'
import { Share } from '../components/share'
import { SpecTable, StickyColumn } from '../components/post-facts'
import { TextIn } from '../language/text-language'

/** The position of a post's picture: above or beside its text, below or beside its heading. */
type PicturePlace = 'text' | 'side' | 'page' | 'heading'

/** A post with heading, picture and text, and its specs and files beside the text. */
export function PostArticle({
  post,
  sizes,
  crumbs,
  picture,
  beside,
  children,
}: {
  post: PostView
  /** Formatted sizes by file name. */
  sizes: string[]
  crumbs: Crumb[]
  picture: PicturePlace
  /** Shown beside the text, above the specs. */
  beside?: ReactNode
  /** Shown directly below the lead. */
  children?: ReactNode
}) {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const title = post.postTitle
  const isHead = picture === 'page' || picture === 'heading'
  const isBeside = picture === 'side' && post.postImage !== ''
  const hasBeside =
    Boolean(beside) || isBeside || post.postSpecs.length > 0 || post.postFiles.length > 0
  const heading = (
    <ScreenHeading crumbs={crumbs} heading={title} lead={post.postSubTitle}>
      {children}
    </ScreenHeading>
  )
  return (
    <TextIn language={post.language}>
      <article>
        {isHead && post.postImage ? (
          <div className={`post-head-${picture}`}>
            {heading}
            <Picture post={post} use={picture} shape="scene" isLcp closesUp />
          </div>
        ) : (
          heading
        )}
        <div className="article-body container" data-picture={picture}>
          {hasBeside && (
            <StickyColumn className="article-aside" label={t('article.beside')}>
              {isBeside && <Picture post={post} use="side" shape="scene" isLcp closesUp />}
              {beside}
              <SpecTable specs={post.postSpecs} heading={t('product.facts')} />
              <FileList files={post.postFiles} sizes={sizes} />
            </StickyColumn>
          )}
          <div className="article-text">
            <ArticlePictures post={post} title={title} isFirstShown={picture !== 'text'} />
            <RichText html={post.postDetails} />
            <Share key={post.postID} title={title} path={pathname} />
          </div>
        </div>
        <PrintedAddress path={pathname} />
      </article>
    </TextIn>
  )
}

/** The pictures in the text's column: all of them, or those not shown elsewhere. */
function ArticlePictures({
  post,
  title,
  isFirstShown,
}: {
  post: PostView
  title: string
  isFirstShown: boolean
}) {
  const [first, ...more] = isFirstShown
    ? post.postImages
    : [post.postImage, ...post.postImages].filter((file) => file !== '')
  if (!first) return null
  return (
    <Gallery
      image={first}
      images={more}
      title={title}
      shape="scene"
      use={isFirstShown ? 'gallery' : 'text'}
      isLcp={!isFirstShown}
    />
  )
}
