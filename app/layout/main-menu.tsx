import { useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { addresses } from '../addresses'
import { ContactLink } from '../components/contact-link'
import { Icon } from '../components/icon'
import type { ContactLinks } from '../content/contact-links.server'
import { useAriaCurrent } from './current-place'
import { LanguageButton } from './language-button'
import { useMenuClosing } from './menu-closing'
import { MenuLink } from './menu-link'
import { OtherLanguageLink } from './other-language-link'
import type { MenuCategory } from './product-menu-data'
import { ProductMenu } from './product-menu'

/**
 * The main menu. Its dropdowns are <details>, so they open by mouse, touch and keyboard with script
 * off; script closes them on Escape and after a navigation.
 */
export function MainMenu({
  categories,
  contact,
  onLanguageSwitch,
}: {
  categories: MenuCategory[]
  contact: ContactLinks | null
  onLanguageSwitch: () => void
}) {
  const { t } = useTranslation()
  const menu = useRef<HTMLElement>(null)
  useMenuClosing(menu)
  const about = [
    { to: addresses.about(), title: t('menu.about') },
    { to: addresses.sustainability(), title: t('menu.sustainability') },
    { to: addresses.workFields(), title: t('menu.workFields') },
    { to: addresses.companyGoals(), title: t('menu.companyGoals') },
    { to: addresses.branches(), title: t('menu.branches') },
    { to: addresses.news(), title: t('menu.news') },
  ]

  return (
    <nav
      ref={menu}
      id="main-menu"
      popover="auto"
      className="main-menu"
      aria-label={t('layout.mainMenu')}
    >
      <button
        type="button"
        className="menu-close"
        popovertarget="main-menu"
        popovertargetaction="hide"
      >
        {t('layout.closeMenu')}
        <Icon name="close" />
      </button>
      <ul className="main-menu-items">
        <Item to={addresses.home()} title={t('menu.home')} />
        <Dropdown title={t('menu.aboutUs')} links={about.map(({ to }) => to)}>
          <div className="menu-panel">
            <ul>
              {about.map(({ to, title }) => (
                <Item key={to} to={to} title={title} />
              ))}
            </ul>
          </div>
        </Dropdown>
        <Item to={addresses.solutions()} title={t('menu.solutions')} />
        <Item to={addresses.projects()} title={t('menu.projects')} />
        {categories.length > 0 ? (
          <Dropdown title={t('menu.products')} links={[addresses.productsHome()]} isWide>
            <ProductMenu categories={categories} />
          </Dropdown>
        ) : (
          <Item to={addresses.productsHome()} title={t('menu.products')} />
        )}
        <Item to={addresses.services()} title={t('menu.services')} />
        <Item to={addresses.blog()} title={t('menu.blog')} />
        <Item to={addresses.contact()} title={t('menu.contact')} />
      </ul>
      <div className="menu-end">
        <LanguageButton onSwitch={onLanguageSwitch} />
        <OtherLanguageLink />
        {contact && (
          <>
            <ContactLink kind="phone" parts={contact.phone1} />
            <ContactLink kind="email" parts={contact.email1} />
          </>
        )}
      </div>
    </nav>
  )
}

function Item({ to, title }: { to: string; title: string }) {
  return (
    <li>
      <MenuLink to={to}>{title}</MenuLink>
    </li>
  )
}

function Dropdown({
  title,
  links,
  isWide = false,
  children,
}: {
  title: string
  /** The paths of its links that mark the dropdown as current. */
  links: string[]
  isWide?: boolean
  children: ReactNode
}) {
  const ariaCurrent = useAriaCurrent()
  const isCurrent = links.some(ariaCurrent)
  return (
    <li className="menu-dropdown" data-wide={isWide || undefined}>
      <details name="main-menu">
        <summary aria-current={isCurrent || undefined}>
          {title}
          <Icon name="chevronDown" />
        </summary>
        {children}
      </details>
    </li>
  )
}
