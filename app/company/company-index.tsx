import { useTranslation } from 'react-i18next'
import type { SectionView } from './company-view'
import { MixedText } from '../components/mixed-text'

/** With fewer sections an index is not needed. */
const minSections = 3

/** Links to the sections of a long screen. */
export function CompanyIndex({ sections }: { sections: SectionView[] }) {
  const { t } = useTranslation()
  const titled = sections.filter(({ postTitle }) => postTitle !== '')
  if (titled.length < minSections) return null
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
