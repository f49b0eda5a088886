import { useLocation, useNavigate } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { addresses } from '../addresses'
import { Icon } from '../components/icon'
import { MixedText } from '../components/mixed-text'
import type { MenuCategory } from '../layout/product-menu-data'

/**
 * The product menu. It is the largest part of every page and the same on all of them, so it is sent
 * as HTML only, and not again as data: in the browser React leaves the server's HTML as it is, and
 * this component only handles clicks on its links and updates aria-current.
 */
export function ProductMenu({ categories }: { categories: MenuCategory[] }) {
  const panel = useRef<HTMLDivElement>(null)
  const { pathname } = useLocation()
  const navigate = useNavigate()

  useEffect(() => {
    const element = panel.current
    function followLink(event: MouseEvent) {
      const link = event.target instanceof Element && event.target.closest('a')
      const hasModifier = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
      if (!link || event.button !== 0 || hasModifier) return
      event.preventDefault()
      const to = link.getAttribute('href') ?? ''
      navigate(to, { replace: to === location.pathname + location.search + location.hash })
    }
    element?.addEventListener('click', followLink)
    return () => element?.removeEventListener('click', followLink)
  }, [navigate])

  useEffect(() => {
    if (panel.current) markCurrentLinks(panel.current, pathname)
  }, [pathname])

  if (import.meta.env.SSR) {
    return (
      <div className="menu-panel">
        <MenuContents categories={categories} />
      </div>
    )
  }
  return (
    <div
      ref={panel}
      className="menu-panel"
      dangerouslySetInnerHTML={{ __html: serverHtml() }}
      suppressHydrationWarning
    />
  )
}

/**
 * Whether the product menu has entries: from the data on the server, from the page in a browser.
 */
export function hasProducts(categories: MenuCategory[]) {
  return import.meta.env.SSR ? categories.length > 0 : serverHtml() !== ''
}

let cachedHtml: string | undefined

/** The server-rendered menu. Cached, since an error boundary remounts the layout. */
function serverHtml() {
  cachedHtml ??= document.querySelector('[data-wide] > details > .menu-panel')?.innerHTML ?? ''
  return cachedHtml
}

/** Sets aria-current in the browser as MenuContents does on the server. */
function markCurrentLinks(panel: HTMLElement, pathname: string) {
  const isCurrent = (link: Element) => link.getAttribute('href') === pathname
  for (const link of panel.querySelectorAll('a')) {
    const typeLinks = link.parentElement?.querySelectorAll('li a') ?? []
    const isParent = link.className === categoryClass && [...typeLinks].some(isCurrent)
    if (isCurrent(link)) link.setAttribute('aria-current', 'page')
    else if (isParent) link.setAttribute('aria-current', 'true')
    else link.removeAttribute('aria-current')
  }
}

const categoryClass = 'product-menu-category'

/**
 * Categories with their types, as one markup for all screens: wide ones show every type below its
 * category, narrow ones fold the types, and the category is a link on both. Its links are plain
 * `<a>` elements: it is rendered on the server only, where each Remix `<Link>` would resolve its
 * address again.
 */
function MenuContents({ categories }: { categories: MenuCategory[] }) {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const linkProps = (to: string) => ({
    href: to,
    'aria-current': to === pathname ? ('page' as const) : undefined,
  })
  return (
    <>
      <ul className="product-menu">
        {categories.map(({ id, title, language, types }) => {
          const isParent = types.some((type) => addresses.productsOfType(type.id) === pathname)
          return (
            <li key={id}>
              <a
                className={categoryClass}
                {...linkProps(addresses.productTypes(id))}
                {...(isParent && { 'aria-current': 'true' })}
              >
                <MixedText text={title} language={language} />
              </a>
              <details>
                <summary aria-label={t('menu.typesOf', { category: title })}>
                  <Icon name="chevronDown" />
                </summary>
                <ul>
                  {types.map((type) => (
                    <li key={type.id}>
                      <a {...linkProps(addresses.productsOfType(type.id))}>
                        <MixedText text={type.title} language={type.language} />
                      </a>
                    </li>
                  ))}
                </ul>
              </details>
            </li>
          )
        })}
      </ul>
      <a className="product-menu-all" {...linkProps(addresses.productsHome())}>
        {t('menu.allProducts')}
        <Icon name="arrow" />
      </a>
    </>
  )
}
