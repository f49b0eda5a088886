import { useTranslation } from 'react-i18next'
import type { SectionView } from './company-view'
import { MixedText } from '../components/mixed-text'

/** Fewer are seen at a glance. */
const fewestSections = 3

/** The sections of a long screen, to go to at once. */
export function CompanyIndex({ sections }: { sections: SectionView[] }) {
  const { t } = useTranslation()
  const titled = sections.filter(({ postTitle }) => postTitle !== '')
  if (titled.length < fewestSections) return null
  return (
    <nav className="company-index" aria-labelledby="company-index">
      <p id="company-index">{t('about.onThisPage')}</p>
      <ol>
        {titled.map(({ anchor, postTitle }) => (
          <li key={anchor}>
            <a href={`#${anchor}`}>
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
