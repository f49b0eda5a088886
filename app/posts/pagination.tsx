import { useLocation } from '@remix-run/react'
import { useTranslation } from '../language/translation'
import { Link } from 'react-router-dom'
import { Icon } from '../components/icon'
import { formatNumber } from '../language/format'
import { useLanguage } from '../language/text-language'
import type { Paged } from './list-views'

/** Links to the pages of a long list; nothing for a single page. */
export function Pagination({
  page,
  pages,
  search,
}: Pick<Paged<unknown>, 'page' | 'pages'> & {
  /** The selection in the list's address besides the page: empty, or with its question mark. */
  search: string
}) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { pathname } = useLocation()
  // The path from the address, since the router would decode its own path once too often.
  const pageLink = (number: number) => ({
    pathname,
    search: number === 1 ? search : `${search ? `${search}&` : '?'}page=${number}`,
  })
  if (pages < 2) return null
  return (
    <nav className="pagination" aria-label={t('list.pages')}>
      {page > 1 && (
        <Link className="pagination-previous" to={pageLink(page - 1)} rel="prev">
          <Icon name="arrow" />
          {t('list.previous')}
        </Link>
      )}
      <div className="pagination-pages">
        <p>{t('list.pageOf', { page, pages })}</p>
        <ol>
          {shownPages(page, pages).map((number, at, shown) => (
            <li key={number}>
              {number - (shown[at - 1] ?? 0) > 1 && <span aria-hidden="true">… </span>}
              <Link
                to={pageLink(number)}
                aria-label={t('list.pageOf', { page: number, pages })}
                aria-current={number === page ? 'page' : undefined}
              >
                {formatNumber(number, language)}
              </Link>
            </li>
          ))}
        </ol>
      </div>
      {page < pages && (
        <Link className="pagination-next" to={pageLink(page + 1)} rel="next">
          {t('list.next')}
          <Icon name="arrow" />
        </Link>
      )}
    </nav>
  )
}

/** Returns the first, last and current page, and the current one's neighbours. */
function shownPages(page: number, pages: number) {
  const candidates = [1, page - 1, page, page + 1, pages]
  return [...new Set(candidates)].filter((number) => number >= 1 && number <= pages)
}
