import { addresses } from '../addresses'
import type { ProjectCardView } from '../content/cards.server'
import { Picture } from './picture'
import { PostFacts } from '../posts/post-facts'
import { PostSubTitle, PostTitle } from './post-words'

/** Every fifth project is as wide as the page, and those between stand two by two. */
const rhythm = 5

/** The last one has a line to itself as well, where it would stand in it alone. */
function isWide(at: number, count: number) {
  const isFirstOfTwo = at % rhythm === 1 || at % rhythm === 3
  return at % rhythm === 0 || (isFirstOfTwo && at === count - 1)
}

/** Projects on large pictures, with what they measure. */
export function PostProjects({ projects }: { projects: ProjectCardView[] }) {
  return (
    <ul className="projects">
      {projects.map((project, at) => (
        <li key={project.postID} className="project card">
          <Picture
            image={project.postImage}
            placeholderColour={project.placeholderColour}
            use={isWide(at, projects.length) ? 'projectWide' : 'project'}
            shape="scene"
            isLcp={at === 0}
          />
          <div className="project-words">
            <PostTitle post={project} to={addresses.project(project.postID)} level="h2" />
            <PostSubTitle post={project} />
            {project.facts.length > 0 ? (
              <PostFacts facts={project.facts} />
            ) : (
              project.dateText && <time dateTime={project.postDate}>{project.dateText}</time>
            )}
          </div>
        </li>
      ))}
    </ul>
  )
}
