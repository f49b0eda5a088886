import { Link, NavLink, useLocation } from '@remix-run/react'
import { useEffect, useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { addresses } from '../addresses'
import { Icon } from '../components/icon'
import { MixedText } from '../components/mixed-text'
import type { MenuCategory } from './menu-of-products'

/**
 * The main menu. Its dropdowns are <details>, so they open by mouse, touch and keyboard with script
 * off; script adds Escape, and closes them when the visitor has gone on.
 */
export function MainMenu({ categories }: { categories: MenuCategory[] }) {
  const { t } = useTranslation()
  const menu = useRef<HTMLElement>(null)
  const { key } = useLocation()
  const shownKey = useRef(key)

  useEffect(() => {
    // A menu opened before script came alive stays open: only going on closes it.
    if (shownKey.current === key) return
    shownKey.current = key
    closeAll(menu.current)
  }, [key])

  useEffect(() => {
    function closeOutside({ target }: Event) {
      if (target instanceof Node && !menu.current?.contains(target)) closeDropdowns(menu.current)
    }
    function closeOnEscape(event: KeyboardEvent) {
      if (event.key === 'Escape') leaveDropdown(menu.current, event)
    }
    // Whoever goes on by keyboard leaves nothing open on top of where they are.
    function closeBehind({ target }: Event) {
      if (target instanceof Node) closeAllWithout(menu.current, target)
    }
    document.addEventListener('click', closeOutside)
    document.addEventListener('focusin', closeBehind)
    document.addEventListener('keydown', closeOnEscape)
    return () => {
      document.removeEventListener('click', closeOutside)
      document.removeEventListener('focusin', closeBehind)
      document.removeEventListener('keydown', closeOnEscape)
    }
  }, [])

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
        <Icon name="close" />
        {t('layout.closeMenu')}
      </button>
      <ul className="main-menu-items">
        <MenuLink to={addresses.home()}>{t('menu.home')}</MenuLink>
        <Dropdown title={t('menu.aboutUs')}>
          <ul>
            <MenuLink to={addresses.about()}>{t('menu.about')}</MenuLink>
            <MenuLink to={addresses.sustainability()}>{t('menu.sustainability')}</MenuLink>
            <MenuLink to={addresses.workFields()}>{t('menu.workFields')}</MenuLink>
            <MenuLink to={addresses.companyGoals()}>{t('menu.companyGoals')}</MenuLink>
            <MenuLink to={addresses.branches()}>{t('menu.branches')}</MenuLink>
            <MenuLink to={addresses.news()}>{t('menu.news')}</MenuLink>
          </ul>
        </Dropdown>
        <MenuLink to={addresses.solutions()}>{t('menu.solutions')}</MenuLink>
        <MenuLink to={addresses.projects()}>{t('menu.projects')}</MenuLink>
        <Dropdown title={t('menu.products')} isWide>
          <ProductsPanel categories={categories} />
        </Dropdown>
        <MenuLink to={addresses.services()}>{t('menu.services')}</MenuLink>
        <MenuLink to={addresses.blog()}>{t('menu.blog')}</MenuLink>
        <MenuLink to={addresses.contact()}>{t('menu.contact')}</MenuLink>
      </ul>
    </nav>
  )
}

function MenuLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <li>
      <NavLink to={to} end={to === '/'}>
        {children}
      </NavLink>
    </li>
  )
}

function Dropdown({
  title,
  isWide = false,
  children,
}: {
  title: string
  isWide?: boolean
  children: ReactNode
}) {
  return (
    <li className="menu-dropdown" data-wide={isWide || undefined}>
      <details name="main-menu">
        <summary>
          {title}
          <Icon name="chevronDown" />
        </summary>
        <div className="menu-panel">{children}</div>
      </details>
    </li>
  )
}

function ProductsPanel({ categories }: { categories: MenuCategory[] }) {
  const { t } = useTranslation()
  return (
    <>
      <ul className="products-panel">
        {categories.map((category) => (
          <li key={category.id}>
            <Link className="products-panel-category" to={addresses.productTypes(category.id)}>
              <MixedText text={category.title} />
            </Link>
            <ul>
              {category.types.map((type) => (
                <li key={type.id}>
                  <Link to={addresses.productsOfType(type.id)}>
                    <MixedText text={type.title} />
                  </Link>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
      <Link className="products-panel-all" to={addresses.productsHome()}>
        {t('menu.allProducts')}
        <Icon name="arrow" />
      </Link>
    </>
  )
}

function closeDropdowns(menu: HTMLElement | null) {
  menu?.querySelectorAll('details[open]').forEach((details) => details.removeAttribute('open'))
}

function closeAll(menu: HTMLElement | null) {
  closeDropdowns(menu)
  if (menu?.matches(':popover-open')) menu.hidePopover()
}

function closeAllWithout(menu: HTMLElement | null, focused: Node) {
  menu?.querySelectorAll('details[open]').forEach((details) => {
    if (!details.contains(focused)) details.removeAttribute('open')
  })
  if (menu?.matches(':popover-open') && !menu.contains(focused)) menu.hidePopover()
}

/** Escape closes the open dropdown, before the menu round it, and gives the focus back. */
function leaveDropdown(menu: HTMLElement | null, event: Event) {
  const open = menu?.querySelector('details[open]')
  if (!open) return
  event.preventDefault()
  open.removeAttribute('open')
  open.querySelector('summary')?.focus()
}
