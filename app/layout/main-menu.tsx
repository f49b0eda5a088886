import { useLocation, type Location } from '@remix-run/react'
import { useEffect, useRef, type RefObject, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { useTranslation } from '../language/translation'
import { openPopover } from '../framework/popover-fallback'
import { useAriaCurrent } from './current-place'
import { addresses } from '../addresses'
import { Icon } from '../components/icon'
import { MixedText } from '../components/mixed-text'
import type { MenuCategory } from './product-menu-data'
import { ContactLink } from '../components/contact'
import type { ContactLinks } from '@site/arabic-text/linked-text'
import { LanguageButton, OtherLanguageLink } from './language-button'

/**
 * Closes the dropdowns after a navigation, on Escape, and on a click or focus outside. Closes the
 * menu of narrow screens after a navigation and on focus outside.
 */
function useMenuClosing(menu: RefObject<HTMLElement>) {
  const location = useLocation()
  const lastLocation = useRef(location)

  useEffect(() => {
    const last = lastLocation.current
    lastLocation.current = location
    // The mount is left out: a menu that was opened before hydration stays open.
    if (last.key === location.key || isWithinPage(last, location)) return
    closeDropdowns(menu.current)
    if (isSheet(menu.current)) menu.current?.hidePopover()
  }, [location, menu])

  useEffect(() => {
    function closeOnClickOutside({ target }: Event) {
      if (target instanceof Node && !menu.current?.contains(target)) closeDropdowns(menu.current)
    }
    function closeOnEscape(event: KeyboardEvent) {
      if (event.key === 'Escape') closeOpenDropdown(menu.current, event)
    }
    // Otherwise an open dropdown would cover the element that was focused by keyboard.
    function closeOnFocusOutside({ target }: Event) {
      if (target instanceof Node) closeUnfocused(menu.current, target)
    }
    document.addEventListener('click', closeOnClickOutside)
    document.addEventListener('focusin', closeOnFocusOutside)
    document.addEventListener('keydown', closeOnEscape)
    return () => {
      document.removeEventListener('click', closeOnClickOutside)
      document.removeEventListener('focusin', closeOnFocusOutside)
      document.removeEventListener('keydown', closeOnEscape)
    }
  }, [menu])
}

/**
 * Whether a navigation followed a link within the page. The browser does that by itself, and the router
 * tells it only later, by when the visitor may have opened the menu.
 */
function isWithinPage(from: Location, to: Location) {
  return to.hash !== '' && to.pathname === from.pathname && to.search === from.search
}

/** Whether the menu is open as a full-screen sheet, as on narrow screens. */
function isSheet(menu: HTMLElement | null) {
  return menu?.matches(openPopover) ?? false
}

function openDropdowns(menu: HTMLElement | null) {
  return [...(menu?.querySelectorAll('.menu-dropdown > [open]') ?? [])]
}

function closeDropdowns(menu: HTMLElement | null) {
  for (const dropdown of openDropdowns(menu)) dropdown.removeAttribute('open')
}

function closeUnfocused(menu: HTMLElement | null, focused: Node) {
  // In the sheet, dropdowns cover nothing, and closing one would shift the link being tapped.
  if (isSheet(menu)) {
    if (!menu?.contains(focused)) menu?.hidePopover()
    return
  }
  for (const dropdown of openDropdowns(menu)) {
    if (!dropdown.contains(focused)) dropdown.removeAttribute('open')
  }
}

/** Escape closes the open dropdown first, not the menu around it, and focuses its summary. */
function closeOpenDropdown(menu: HTMLElement | null, event: Event) {
  const [open] = openDropdowns(menu)
  if (!open) return
  event.preventDefault()
  open.removeAttribute('open')
  open.querySelector('summary')?.focus()
}

/** A menu link, marked with aria-current. */
function MenuLink({ to, children }: { to: string; children: ReactNode }) {
  const ariaCurrent = useAriaCurrent()
  return (
    <Link to={to} aria-current={ariaCurrent(to)}>
      {children}
    </Link>
  )
}

/**
 * Categories with their types, as one markup for all screens: wide ones show every type below its
 * category, narrow ones fold the types, and the category is a link on both.
 */
function ProductMenu({ categories }: { categories: MenuCategory[] }) {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const linkProps = (to: string) => ({
    to,
    'aria-current': to === pathname ? ('page' as const) : undefined,
  })
  return (
    <div className="menu-panel">
      <ul className="product-menu">
        {categories.map(({ id, title, language, types }) => {
          const isParent = types.some((type) => addresses.productsOfType(type.id) === pathname)
          return (
            <li key={id}>
              <Link
                className="product-menu-category"
                {...linkProps(addresses.productTypes(id))}
                {...(isParent && { 'aria-current': 'true' })}
              >
                <MixedText text={title} language={language} />
              </Link>{' '}
              <details>
                <summary>
                  <Icon name="chevronDown" />
                  <span className="visually-hidden">{t('menu.typesOf', { category: title })}</span>
                </summary>
                <ul>
                  {types.map((type) => (
                    <li key={type.id}>
                      <Link {...linkProps(addresses.productsOfType(type.id))}>
                        <MixedText text={type.title} language={type.language} />
                      </Link>
                    </li>
                  ))}
                </ul>
              </details>
            </li>
          )
        })}
      </ul>
      <div className="product-menu-end">
        <Link {...linkProps(addresses.productsHome())}>
          {t('menu.allProducts')}
          <Icon name="arrow" />
        </Link>{' '}
        <Link {...linkProps(addresses.documents())}>{t('documents.heading')}</Link>
      </div>
    </div>
  )
}

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
        <OtherLanguageLink />
        <LanguageButton onSwitch={onLanguageSwitch} />
        {contact && (
          <>
            <ContactLink kind="phone" parts={contact.phone1} />{' '}
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
