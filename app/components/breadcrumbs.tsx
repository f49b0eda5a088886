import { Link } from '@remix-run/react'
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

/** Breadcrumbs from the home page. The current page is not among them: the heading names it. */
export function Breadcrumbs({ crumbs }: { crumbs: Crumb[] }) {
  const { t } = useTranslation()
  const items: Crumb[] = [{ title: t('menu.home'), to: addresses.home() }, ...crumbs]
  return (
    <nav className="breadcrumbs" aria-label={t('layout.breadcrumbs')}>
      <ol>
        {items.map(({ title, to, language }) => (
          <li key={to}>
            <Link to={to}>
              <MixedText text={title} language={language ?? null} />
            </Link>
            <Icon name="chevron" />
          </li>
        ))}
      </ol>
    </nav>
  )
}
