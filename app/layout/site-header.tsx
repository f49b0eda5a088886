import { Link } from 'react-router-dom'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { addresses } from '../addresses'
import { Icon } from '../components/icon'
import { QuoteListLink } from '../enquiry/quote-list-link'
import { SearchForm } from '../search/search-form'
import type { Frame } from './frame'
import { useHeaderHiding } from './header-hiding'
import { LanguageButton } from './language-button'
import { Logo } from './logo'
import { MainMenu } from './main-menu'
import { TopBar } from './top-bar'

export function SiteHeader({
  frame,
  onLanguageSwitch,
}: {
  frame: Frame | undefined
  onLanguageSwitch: () => void
}) {
  const { t } = useTranslation()
  const name = frame?.siteName ?? ''
  const header = useRef<HTMLElement>(null)
  useHeaderHiding(header)
  return (
    <header ref={header} className="site-header">
      {frame?.contactLinks && <TopBar contact={frame.contactLinks} />}
      <div className="site-header-bar container">
        <Link
          className="site-logo"
          to={addresses.home()}
          aria-label={name ? t('layout.logo', { name }) : undefined}
        >
          <Logo mark={frame?.brand.mark ?? null} name={name} />
        </Link>
        <SearchForm id="search" label={t('search.site')} shortcut="/" />
        {/* On narrow screens the menu is a popover, which needs no script. */}
        <button type="button" className="menu-button" popovertarget="main-menu">
          <Icon name="menu" />
          <span>{t('layout.menu')}</span>
        </button>
        <MainMenu
          categories={frame?.productMenu ?? []}
          contact={frame?.contactLinks ?? null}
          onLanguageSwitch={onLanguageSwitch}
        />
        <QuoteListLink />
        <LanguageButton onSwitch={onLanguageSwitch} />
      </div>
    </header>
  )
}
