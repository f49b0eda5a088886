import { Link } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { addresses } from '../addresses'
import { Icon } from './icon'
import { MixedText } from './mixed-text'

export interface Crumb {
  title: string
  to: string
}

/** The way from the home page to this one. The page itself is its heading, not a crumb. */
export function Breadcrumbs({ crumbs }: { crumbs: Crumb[] }) {
  const { t } = useTranslation()
  const way = [{ title: t('menu.home'), to: addresses.home() }, ...crumbs]
  return (
    <nav className="breadcrumbs" aria-label={t('layout.breadcrumbs')}>
      <ol>
        {way.map(({ title, to }) => (
          <li key={to}>
            <Link to={to}>
              <MixedText text={title} />
            </Link>
            <Icon name="chevron" />
          </li>
        ))}
      </ol>
    </nav>
  )
}
