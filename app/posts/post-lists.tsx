import { Link } from 'react-router-dom'
import { useTranslation } from '../language/translation'
import { addresses } from '../addresses'
import type { SpecCardView } from '../views/card-views.server'
import { Picture } from '../components/pictures/picture'
import { PostSpecs } from './cards'
import { PostSubTitle, PostTitle, LanguageMark } from '../components/post-text'
import type { SolutionRow } from '../catalogue/catalogue.server'
import { TextIn } from '../language/text-language'
import { Icon } from '../components/icon'
import { Ltr, MixedText } from '../components/mixed-text'

/** Every fifth project has the page's full width; those between are in pairs. */
const wideInterval = 5

/** Whether a project is wide; the last one also is if it would be alone in its row. */
function isWide(at: number, count: number) {
  const isFirstOfPair = at % wideInterval === 1 || at % wideInterval === 3
  return at % wideInterval === 0 || (isFirstOfPair && at === count - 1)
}

/** Projects with large pictures and their first specs. */
export function PostProjects({ projects }: { projects: SpecCardView[] }) {
  return (
    <ul className="projects">
      {projects.map((project, at) => (
        <li key={project.postID} className="project card">
          <Picture
            post={project}
            use={isWide(at, projects.length) ? 'projectWide' : 'project'}
            shape="scene"
            isLcp={at === 0}
          />
          <div className="project-words">
            <PostTitle post={project} to={addresses.project(project.postID)} level="h2" />
            <PostSubTitle post={project} />
            {project.specs.length > 0 ? (
              <PostSpecs specs={project.specs} />
            ) : (
              project.dateText && <time dateTime={project.postDate}>{project.dateText}</time>
            )}
          </div>
        </li>
      ))}
    </ul>
  )
}

/**
 * Solutions as outgoing feeders of the riser: each is connected by a switch that closes on hover
 * and focus. Q is the letter of a switching device in IEC 81346.
 */
export function PostSolutions({
  solutions,
  first,
}: {
  solutions: SolutionRow[]
  /** Position of the first one in the whole list, from 1. */
  first: number
}) {
  const { t } = useTranslation()
  return (
    <ul className="riser-feeders">
      {solutions.map((solution, at) => (
        <li key={solution.postID} className="riser-feeder card">
          <div className="riser-feeder-line" aria-hidden="true">
            <svg className="riser-feeder-switch icon-mirrors" viewBox="0 0 64 32">
              <path d="M0 24H14M44 24H64" />
              <path className="riser-feeder-blade" d="M44 24L16 13" />
              <circle cx="14" cy="24" r="3" />
              <circle cx="44" cy="24" r="3" />
            </svg>
            <Ltr>{`Q${first + at}`}</Ltr>
          </div>
          <Picture post={solution} use="riserFeeder" shape="scene" isLcp={at === 0} />
          <div className="riser-feeder-words">
            <PostTitle post={solution} to={addresses.solution(solution.postID)} level="h2" />
            <PostSubTitle post={solution} />
            <TextIn language={solution.language}>
              <PostSpecs specs={solution.specs} />
            </TextIn>
            <SolutionLinks solution={solution} />
            <Link className="text-link" to={addresses.solution(solution.postID)}>
              <span>
                {t('solutions.open')}
                <span className="visually-hidden">
                  {': '}
                  <MixedText text={solution.postTitle} language={solution.language} />
                </span>
              </span>
              <Icon name="arrow" />
            </Link>
          </div>
        </li>
      ))}
    </ul>
  )
}

/** The available products and project of a solution. */
function SolutionLinks({ solution: { products, project } }: { solution: SolutionRow }) {
  const { t } = useTranslation()
  const groups = [
    { name: t('products.heading'), posts: products, linkTo: addresses.productByPost },
    { name: t('solutions.project'), posts: project ? [project] : [], linkTo: addresses.project },
  ].filter(({ posts }) => posts.length > 0)
  if (groups.length === 0) return null
  return (
    <dl className="solution-links">
      {groups.map(({ name, posts, linkTo }) => (
        <div key={name}>
          <dt>{name}</dt>
          {posts.map(({ postID, postTitle, language }) => (
            <dd key={postID}>
              <Link to={linkTo(postID)}>
                <MixedText text={postTitle} language={language} />
              </Link>
              <LanguageMark language={language} />
            </dd>
          ))}
        </div>
      ))}
    </dl>
  )
}
