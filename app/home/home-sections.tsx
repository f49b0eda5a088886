import { useTranslation } from '../language/translation'
import type { CardView } from '../views/card-views.server'
import { Band } from '../components/bands'
import { Picture } from '../components/pictures/picture'
import { PostTitle, PostSubTitle } from '../components/post-text'
import { addresses } from '../addresses'
import { Ltr } from '../components/mixed-text'

/** One of the latest posts: only the first has a picture. */
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

/** The newest project with a large picture, the next ones beside it. */
export function ProjectMosaic({ projects }: { projects: CardView[] }) {
  const { t } = useTranslation()
  if (projects.length === 0) return null
  return (
    <Band
      heading={t('projects.heading')}
      all={{ to: addresses.projects(), title: t('projects.all') }}
    >
      <ul className="mosaic">
        {projects.map((project, at) => (
          <li key={project.postID} className="card">
            <Picture post={project} use={at === 0 ? 'mosaicFirst' : 'mosaic'} shape="scene" />
            <PostTitle post={project} to={addresses.project(project.postID)} level="h3" />
            <PostSubTitle post={project} />
          </li>
        ))}
      </ul>
    </Band>
  )
}

/** The services as a ruled index without pictures. */
export function ServiceIndex({ services }: { services: Omit<CardView, 'postImage'>[] }) {
  const { t } = useTranslation()
  if (services.length === 0) return null
  return (
    <Band
      heading={t('services.heading')}
      all={{ to: addresses.services(), title: t('services.all') }}
    >
      <ul className="service-index">
        {services.map((service) => (
          <li key={service.postID} className="card">
            <PostTitle post={service} to={addresses.service(service.postID)} level="h3" />
            <PostSubTitle post={service} />
          </li>
        ))}
      </ul>
    </Band>
  )
}

/**
 * The solutions as feeders of a single-line diagram: each is connected to the busbar by a switch
 * that closes on hover and focus. Q is the letter of a switching device in IEC 81346.
 */
export function SolutionDiagram({ solutions }: { solutions: CardView[] }) {
  const { t } = useTranslation()
  if (solutions.length === 0) return null
  return (
    <Band
      heading={t('solutions.heading')}
      all={{ to: addresses.solutions(), title: t('solutions.all') }}
    >
      <ul className="feeders">
        {solutions.map((solution, at) => (
          <li key={solution.postID} className="feeder card">
            <svg className="feeder-switch" viewBox="0 0 32 72" aria-hidden="true">
              <path d="M16 0V20M16 50V72" />
              <path className="feeder-blade" d="M16 50L6 22" />
              <circle cx="16" cy="20" r="3" />
              <circle cx="16" cy="50" r="3" />
            </svg>
            <span className="feeder-label" aria-hidden="true">
              <Ltr>{`Q${at + 1}`}</Ltr>
            </span>
            <Picture post={solution} use="feeder" shape="scene" />
            <div>
              <PostTitle post={solution} to={addresses.solution(solution.postID)} level="h3" />
              <PostSubTitle post={solution} />
            </div>
          </li>
        ))}
      </ul>
    </Band>
  )
}
