import { useLocation, useNavigate } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { addresses } from '../addresses'
import { Icon } from '../components/icon'
import { MixedText } from '../components/mixed-text'
import type { MenuCategory } from './menu-of-products'

/**
 * The products menu. It is the largest part of every page and the same on all of them, so it comes
 * as HTML and not once more as data: in the browser React keeps what the server wrote as it is, and
 * only follows its links and moves its mark.
 */
export function ProductsPanel({ categories }: { categories: MenuCategory[] }) {
  const panel = useRef<HTMLDivElement>(null)
  const { pathname } = useLocation()
  const navigate = useNavigate()

  useEffect(() => {
    const shown = panel.current
    function follow(event: MouseEvent) {
      const link = event.target instanceof Element && event.target.closest('a')
      const opensElsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
      if (!link || event.button !== 0 || opensElsewhere) return
      event.preventDefault()
      const to = link.getAttribute('href') ?? ''
      navigate(to, { replace: to === location.pathname + location.search + location.hash })
    }
    shown?.addEventListener('click', follow)
    return () => shown?.removeEventListener('click', follow)
  }, [navigate])

  useEffect(() => {
    if (panel.current) markPlace(panel.current, pathname)
  }, [pathname])

  if (import.meta.env.SSR) {
    return (
      <div className="menu-panel">
        <PanelContents categories={categories} />
      </div>
    )
  }
  return (
    <div
      ref={panel}
      className="menu-panel"
      dangerouslySetInnerHTML={{ __html: cachedContents() }}
      suppressHydrationWarning
    />
  )
}

/** Whether there is a menu of products: as data on the server, in the page in a browser. */
export function hasProducts(categories: MenuCategory[]) {
  return import.meta.env.SSR ? categories.length > 0 : cachedContents() !== ''
}

let kept: string | undefined

/** The panel as the page came with it; kept, since an error boundary makes the frame anew. */
function cachedContents() {
  kept ??= document.querySelector('[data-wide] > details > .menu-panel')?.innerHTML ?? ''
  return kept
}

/** Does for the panel in the page what its components do on the server. */
function markPlace(panel: HTMLElement, pathname: string) {
  const leadsHere = (link: Element) => link.getAttribute('href') === pathname
  for (const link of panel.querySelectorAll('a')) {
    const below = link.parentElement?.querySelectorAll('li a') ?? []
    const isAbove = link.className === categoryClass && [...below].some(leadsHere)
    if (leadsHere(link)) link.setAttribute('aria-current', 'page')
    else if (isAbove) link.setAttribute('aria-current', 'true')
    else link.removeAttribute('aria-current')
  }
}

const categoryClass = 'products-panel-category'

/**
 * A catalogue's contents. Wide screens show every type below its category; narrow ones fold the
 * types, with the category a link all the same. One markup serves both. Its links are plain ones:
 * it is made on the server alone, where each of Remix's would work out its address once more.
 */
function PanelContents({ categories }: { categories: MenuCategory[] }) {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const place = (to: string) => ({
    href: to,
    'aria-current': to === pathname ? ('page' as const) : undefined,
  })
  return (
    <>
      <ul className="products-panel">
        {categories.map(({ id, title, types }) => {
          const isAbove = types.some((type) => addresses.productsOfType(type.id) === pathname)
          return (
            <li key={id}>
              <a
                className={categoryClass}
                {...place(addresses.productTypes(id))}
                {...(isAbove && { 'aria-current': 'true' })}
              >
                <MixedText text={title} />
              </a>
              <details>
                <summary aria-label={t('menu.typesOf', { category: title })}>
                  <Icon name="chevronDown" />
                </summary>
                <ul>
                  {types.map((type) => (
                    <li key={type.id}>
                      <a {...place(addresses.productsOfType(type.id))}>
                        <MixedText text={type.title} />
                      </a>
                    </li>
                  ))}
                </ul>
              </details>
            </li>
          )
        })}
      </ul>
      <a className="products-panel-all" {...place(addresses.productsHome())}>
        {t('menu.allProducts')}
        <Icon name="arrow" />
      </a>
    </>
  )
}
