import { Link } from 'react-router-dom'
import { useTranslation } from 'react-i18next'
import { addresses } from '../addresses'
import type { Language } from '../language/languages'
import { Icon } from './icon'
import { MixedText } from './mixed-text'

export interface Crumb {
  title: string
  to: string
  /** Of the title, if that is not the page's. */
  language?: Language
}

/**
 * Breadcrumbs from the home page to the current one. The stylesheet shows only the parent on narrow
 * screens, as a link back.
 */
export function Breadcrumbs({
  crumbs,
  current,
}: {
  /** The pages between the home page and the current one. */
  crumbs: Crumb[]
  /** The heading of the current page. */
  current: string
}) {
  const { t } = useTranslation()
  const parents: Crumb[] = [{ title: t('menu.home'), to: addresses.home() }, ...crumbs]
  return (
    <nav className="breadcrumbs" aria-label={t('layout.breadcrumbs')}>
      <ol>
        {parents.map(({ title, to, language }) => (
          <li key={to}>
            <Link to={to}>
              <MixedText text={title} language={language ?? null} />
            </Link>
            <Icon name="chevron" />
          </li>
        ))}
        <li aria-current="page">
          <MixedText text={current} />
        </li>
      </ol>
    </nav>
  )
}
