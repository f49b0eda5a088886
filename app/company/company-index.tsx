import { useLinkClickHandler, useLocation } from '@remix-run/react'
import type { MouseEvent } from 'react'
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
            <IndexLink anchor={anchor} title={postTitle} />
          </li>
        ))}
      </ol>
    </nav>
  )
}

/**
 * A plain link within the page. The router goes there itself where script runs: left to the browser,
 * it would take the step for one back, and restore the place that the page was left at.
 */
function IndexLink({ anchor, title }: { anchor: string; title: string }) {
  const { search } = useLocation()
  const follow = useLinkClickHandler({ search, hash: anchor })
  function go(event: MouseEvent<HTMLAnchorElement>) {
    follow(event)
    if (event.defaultPrevented) document.getElementById(anchor)?.focus({ preventScroll: true })
  }
  return (
    <a href={`#${anchor}`} onClick={go}>
      <span>
        <MixedText text={title} />
      </span>
    </a>
  )
}
