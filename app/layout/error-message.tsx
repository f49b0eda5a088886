import { Link, useLocation, useRouteLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { addresses } from '../addresses'
import { ContactLink } from '../components/contact-link'
import type { Frame, ErrorKind } from './frame'
import { ErrorDiagram } from './error-diagram'

/** Whichever that is: the page is made once and stands at every address. */
const thisAddress = ''

/** What is said in place of a screen: what happened, and where to go from here. */
export function ErrorMessage({ kind }: { kind: ErrorKind }) {
  const { t } = useTranslation()
  const here = useLocation()
  const contact = useRouteLoaderData<Frame>('root')?.contact
  const isMissing = kind === 'missing'
  return (
    <section className="error-message container">
      <ErrorDiagram kind={kind} />
      <h1 className="node">{t(`errors.${kind}.title`)}</h1>
      <p className="lead">{t(`errors.${kind}.text`)}</p>
      <p className="error-actions">
        {kind === 'unavailable' && (
          <a className="button" href={thisAddress}>
            {t('errors.again')}
          </a>
        )}
        {kind === 'offline' && (
          // Without a network the page stays as it is rather than give way to the browser's own.
          <Link className="button" to={here} replace>
            {t('errors.again')}
          </Link>
        )}
        <Link
          className={isMissing ? 'button' : 'text-link'}
          to={addresses.home()}
          reloadDocument={!isMissing}
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
      {contact && (
        <p className="error-contact">
          <ContactLink kind="phone" value={contact.phone1} />
          <ContactLink kind="email" value={contact.email1} />
        </p>
      )}
    </section>
  )
}
