import { useTranslation } from 'react-i18next'
import type { SectionView } from './company-sections.server'
import { useSectionInView } from './section-in-view'
import { MixedText } from '../components/mixed-text'

/** With fewer sections an index is not needed. */
const minSections = 3

/** Links to the sections of a long screen; with script, the one that is being read is marked. */
export function CompanyIndex({ sections }: { sections: SectionView[] }) {
  const { t } = useTranslation()
  const titled = sections.filter(({ postTitle }) => postTitle !== '')
  const inView = useSectionInView(titled.map(({ anchor }) => anchor))
  if (titled.length < minSections) return null
  return (
    <nav className="company-index" aria-labelledby="company-index">
      <p id="company-index">{t('about.onThisPage')}</p>
      <ol>
        {titled.map(({ anchor, postTitle }) => (
          <li key={anchor}>
            <a href={`#${anchor}`} aria-current={anchor === inView || undefined}>
              <span>
                <MixedText text={postTitle} />
              </span>
            </a>
          </li>
        ))}
      </ol>
    </nav>
  )
}
