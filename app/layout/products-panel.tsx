import { Link, useLocation } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { addresses } from '../addresses'
import { Icon } from '../components/icon'
import { MixedText } from '../components/mixed-text'
import { MenuLink } from './menu-link'
import type { MenuCategory } from './menu-of-products'

/**
 * The products menu: a catalogue's contents. Wide screens show every type below its category;
 * narrow ones fold the types, with the category a link all the same. One markup serves both.
 */
export function ProductsPanel({ categories }: { categories: MenuCategory[] }) {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const allProducts = addresses.productsHome()
  return (
    <>
      <ul className="products-panel">
        {categories.map(({ id, title, types }) => (
          <li key={id}>
            <MenuLink
              className="products-panel-category"
              to={addresses.productTypes(id)}
              isMarked={types.some((type) => addresses.productsOfType(type.id) === pathname)}
            >
              <MixedText text={title} />
            </MenuLink>
            <details>
              <summary aria-label={t('menu.typesOf', { category: title })}>
                <Icon name="chevronDown" />
              </summary>
              <ul>
                {types.map((type) => (
                  <li key={type.id}>
                    <MenuLink to={addresses.productsOfType(type.id)}>
                      <MixedText text={type.title} />
                    </MenuLink>
                  </li>
                ))}
              </ul>
            </details>
          </li>
        ))}
      </ul>
      <Link
        className="products-panel-all"
        to={allProducts}
        aria-current={pathname === allProducts ? 'page' : undefined}
        discover="none"
      >
        {t('menu.allProducts')}
        <Icon name="arrow" />
      </Link>
    </>
  )
}
