import type { CardView } from '../content/cards.server'
import { Band } from '../components/band'
import { Picture } from '../components/picture'
import { PostTitle } from '../components/post-text'

/** A post in a list of the latest: only the first has a picture. */
type LatestPost = Omit<CardView, 'postSubTitle' | 'postImage'> & { postImage?: string }

export function latestOf(cards: CardView[]): LatestPost[] {
  return cards.map(({ postSubTitle: _, postImage, ...post }, at) =>
    at === 0 ? { ...post, postImage } : post,
  )
}

/** The latest posts of a list: the first with its picture, the others as text only. */
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
    <Band className="latest" heading={heading} all={all}>
      <ul>
        {posts.map((post) => (
          <li key={post.postID} className="card">
            {post.postImage !== undefined && (
              <Picture post={{ ...post, postImage: post.postImage }} use="latest" shape="scene" />
            )}
            {post.dateText && <time dateTime={post.postDate}>{post.dateText}</time>}
            <PostTitle post={post} to={linkTo(post.postID)} level="h3" />
          </li>
        ))}
      </ul>
    </Band>
  )
}
