import { addresses } from '../addresses'
import type { SpecCardView } from '../content/cards.server'
import { Picture } from './picture'
import { PostSpecs } from '../posts/post-specs'
import { PostSubTitle, PostTitle } from './post-text'

/** Every fifth project has the page's full width; those between are in pairs. */
const wideInterval = 5

/** The last one is wide too if it would be alone in its row. */
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
