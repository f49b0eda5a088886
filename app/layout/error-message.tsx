import { useLocation, useRouteLoaderData } from '@remix-run/react'
import { Link } from 'react-router-dom'
import { useTranslation } from 'react-i18next'
import { addresses } from '../addresses'
import { ContactLink } from '../components/contact-link'
import { SearchForm } from '../search/search-form'
import type { Frame, ErrorKind } from './frame'
import { ErrorDiagram } from './error-diagram'

/** Relative: the 503 page is rendered once and sent at every address. */
const currentAddress = ''

/** The content of the error pages: what happened, and links to go on with. */
export function ErrorMessage({ kind }: { kind: ErrorKind }) {
  const { t } = useTranslation()
  const location = useLocation()
  const contact = useRouteLoaderData<Frame>('root')?.contactLinks
  const canTryAgain = kind === 'unavailable' || kind === 'offline'
  return (
    <section className="error-message container">
      <ErrorDiagram kind={kind} />
      <h1 className="node">{t(`errors.${kind}.title`)}</h1>
      <p className="lead">{t(`errors.${kind}.text`)}</p>
      {kind === 'missing' && <SearchForm id="search-missing" label={t('search.new')} />}
      <p className="error-actions">
        {kind === 'unavailable' && (
          <a className="button" href={currentAddress}>
            {t('errors.again')}
          </a>
        )}
        {kind === 'offline' && (
          // A client-side link: offline, a page load would replace this page with the browser's
          // error page.
          <Link className="button" to={location} replace>
            {t('errors.again')}
          </Link>
        )}
        <Link
          className={canTryAgain ? 'text-link' : 'button'}
          to={addresses.home()}
          reloadDocument={canTryAgain}
        >
          {t('errors.home')}
        </Link>
        <Link className="text-link" to={addresses.productsHome()}>
          {t('errors.products')}
        </Link>
        <Link className="text-link" to={addresses.solutions()}>
          {t('menu.solutions')}
        </Link>
        <Link className="text-link" to={addresses.contact()}>
          {t('menu.contact')}
        </Link>
      </p>
      {contact && contact.phone1.length + contact.email1.length > 0 && (
        <p className="error-contact">
          <ContactLink kind="phone" parts={contact.phone1} />
          <ContactLink kind="email" parts={contact.email1} />
        </p>
      )}
    </section>
  )
}
