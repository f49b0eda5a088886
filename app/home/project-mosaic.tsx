import { useTranslation } from 'react-i18next'
import { addresses } from '../addresses'
import type { CardView } from '../content/cards.server'
import { Band } from '../components/band'
import { Picture } from '../components/picture'
import { PostSubTitle, PostTitle } from '../components/post-text'

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
