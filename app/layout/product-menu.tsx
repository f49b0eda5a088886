import { useLocation } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { addresses } from '../addresses'
import { Icon } from '../components/icon'
import { MixedText } from '../components/mixed-text'
import type { MenuCategory } from './product-menu-data'

/**
 * Categories with their types, as one markup for all screens: wide ones show every type below its
 * category, narrow ones fold the types, and the category is a link on both.
 */
export function ProductMenu({ categories }: { categories: MenuCategory[] }) {
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
              </Link>
              <details>
                <summary aria-label={t('menu.typesOf', { category: title })}>
                  <Icon name="chevronDown" />
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
      <Link className="product-menu-all" {...linkProps(addresses.productsHome())}>
        {t('menu.allProducts')}
        <Icon name="arrow" />
      </Link>
    </div>
  )
}
