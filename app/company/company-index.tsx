import { useTranslation } from 'react-i18next'
import type { SectionView } from './company-view'
import { MixedText } from '../components/mixed-text'
import { TextIn } from '../language/text-language'

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
        {titled.map(({ anchor, postTitle, language }) => (
          <li key={anchor}>
            <a href={`#${anchor}`}>
              <span>
                <TextIn language={language}>
                  <MixedText text={postTitle} />
                </TextIn>
              </span>
            </a>
          </li>
        ))}
      </ol>
    </nav>
  )
}
