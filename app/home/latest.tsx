import type { CardView } from '../content/cards.server'
import { BandHeading } from '../components/band-heading'
import { Picture } from '../components/picture'
import { PostTitle } from '../components/post-words'

/** A post as it stands among the newest: only the first one is pictured. */
type LatestPost = Omit<CardView, 'postSubTitle' | 'postImage'> & { postImage?: string }

export function latestOf(cards: CardView[]): LatestPost[] {
  return cards.map(({ postSubTitle: _, postImage, placeholderColour, ...line }, at) =>
    at === 0 ? { ...line, postImage, placeholderColour } : line,
  )
}

/** The newest posts of a list: the first with its picture, the others as lines. */
export function Latest({
  heading,
  posts,
  linkTo,
  all,
}: {
  heading: string
  posts: LatestPost[]
  linkTo: (postId: string) => string
  all: { to: string; title: string }
}) {
  if (posts.length === 0) return null
  return (
    <section className="latest">
      <BandHeading heading={heading} all={all} />
      <ul>
        {posts.map((post) => (
          <li key={post.postID} className="card">
            {post.postImage !== undefined && (
              <Picture
                image={post.postImage}
                placeholderColour={post.placeholderColour}
                use="latest"
                shape="scene"
              />
            )}
            {post.dateText && <time dateTime={post.postDate}>{post.dateText}</time>}
            <PostTitle post={post} to={linkTo(post.postID)} level="h3" />
          </li>
        ))}
      </ul>
    </section>
  )
}
