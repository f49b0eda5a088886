import { Link } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { addresses } from '../addresses'
import { Icon } from './icon'
import { MixedText } from './mixed-text'

export interface Crumb {
  title: string
  to: string
}

/** Breadcrumbs from the home page. The current page is not among them: the heading names it. */
export function Breadcrumbs({ crumbs }: { crumbs: Crumb[] }) {
  const { t } = useTranslation()
  const items = [{ title: t('menu.home'), to: addresses.home() }, ...crumbs]
  return (
    <nav className="breadcrumbs" aria-label={t('layout.breadcrumbs')}>
      <ol>
        {items.map(({ title, to }) => (
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
