import type { CardView } from '../cards'
import { BandHeading } from '../components/band-heading'
import { Picture } from '../components/picture'
import { PostTitle } from '../components/post-words'

/** The newest posts of a list: the first with its picture, the others as lines. */
export function Latest({
  heading,
  posts,
  linkTo,
  all,
}: {
  heading: string
  posts: CardView[]
  linkTo: (postId: string) => string
  all: { to: string; title: string }
}) {
  if (posts.length === 0) return null
  return (
    <section className="latest">
      <BandHeading heading={heading} all={all} />
      <ul>
        {posts.map((post, at) => (
          <li key={post.postID} className="card">
            {at === 0 && (
              <Picture image={post.postImage} tone={post.imageTone} use="latest" shape="scene" />
            )}
            {post.dateText && <time dateTime={post.postDate}>{post.dateText}</time>}
            <PostTitle post={post} to={linkTo(post.postID)} level="h3" />
          </li>
        ))}
      </ul>
    </section>
  )
}
