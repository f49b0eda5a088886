import { useLocation } from '@remix-run/react'
import type { ReactNode } from 'react'
import { useTranslation } from '../language/translation'
import { partAnchor } from '../addresses'
import type { PostView } from '../views/post-view.server'
import type { WithFiles } from '../views/file-facts.server'
import { type Crumb, ScreenHeading } from '../components/screen-heading'
import { FileList, SpecTable } from '../components/post-facts'
import { Gallery } from '../components/pictures/gallery'
import { Picture } from '../components/pictures/picture'
import { PrintedAddress, Share, MessageItems } from '../components/share'
import { RichText } from '../components/post-text'
import { NextSteps } from '../components/bands'
import { MixedText } from '../components/mixed-text'
import { TextIn } from '../language/text-language'

/** The position of a post's picture: above or beside its text, below or beside its heading. */
type PicturePlace = 'text' | 'side' | 'page' | 'heading'

/** Texts with fewer headings have no contents. */
const minHeadings = 3

/**
 * A post with heading, picture and text; beside the text its specs, files, contents, and what a
 * visitor does next.
 */
export function PostArticle({
  post,
  crumbs,
  picture,
  ask,
  beside,
  related,
  children,
}: {
  post: WithFiles<PostView>
  crumbs: Crumb[]
  picture: PicturePlace
  /** The heading of what a visitor does next. */
  ask: string
  /** Shown beside the text, above the specs. */
  beside?: ReactNode
  /** Shown below what a visitor does next. */
  related?: ReactNode
  /** Shown directly below the lead. */
  children?: ReactNode
}) {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const title = post.postTitle
  const isHead = picture === 'page' || picture === 'heading'
  const isBeside = picture === 'side' && post.postImage !== ''
  const hasContents = post.contents.length >= minHeadings
  const hasBeside =
    Boolean(beside) ||
    isBeside ||
    hasContents ||
    post.postSpecs.length > 0 ||
    post.postFiles.length > 0
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
            <aside className="article-aside" aria-label={t('article.beside')}>
              {isBeside && <Picture post={post} use="side" shape="scene" isLcp closesUp />}
              {beside}
              <SpecTable specs={post.postSpecs} heading={t('product.facts')} />
              <FileList files={post.postFiles} />
              {hasContents && <Contents titles={post.contents} />}
            </aside>
          )}
          <div className="article-text">
            <ArticlePictures post={post} title={title} isFirstShown={picture !== 'text'} />
            <RichText html={post.postDetails} />
            <Share key={post.postID} title={title} path={pathname} />
          </div>
          <div className="article-next">
            <NextSteps heading={ask}>
              <MessageItems about={title} />
            </NextSteps>
            {related}
          </div>
        </div>
        <PrintedAddress path={pathname} />
      </article>
    </TextIn>
  )
}

/** Links to the headings of a text. */
function Contents({ titles }: { titles: string[] }) {
  const { t } = useTranslation()
  return (
    <nav className="contents" aria-labelledby="contents" data-markdown="skip">
      <p id="contents">{t('about.onThisPage')}</p>
      <ol>
        {titles.map((title, at) => (
          <li key={at}>
            <a href={`#${partAnchor(at)}`}>
              <MixedText text={title} />
            </a>
          </li>
        ))}
      </ol>
    </nav>
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
