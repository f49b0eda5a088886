import { Link, useRouteLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { addresses } from '../addresses'
import { ContactLink } from '../components/contact-link'
import type { Frame, SorryKind } from './frame'

/** What is said in place of a screen: what happened, and where to go from here. */
export function SorryMessage({ kind }: { kind: SorryKind }) {
  const { t } = useTranslation()
  const contact = useRouteLoaderData<Frame>('root')?.contact
  return (
    <section className="sorry container">
      <svg className="sorry-symbol" viewBox="0 0 240 60" aria-hidden="true">
        <path d="M0 40H84L140 10M152 40H240" />
        <circle cx="84" cy="40" r="5" />
        <circle cx="152" cy="40" r="5" />
      </svg>
      <h1 className="node">{t(`sorry.${kind}.title`)}</h1>
      <p className="lead">{t(`sorry.${kind}.text`)}</p>
      <p className="sorry-ways">
        <Link className="button" to={addresses.home()} reloadDocument={kind !== 'missing'}>
          {t('sorry.home')}
        </Link>
        <Link className="text-link" to={addresses.productsHome()}>
          {t('sorry.products')}
        </Link>
      </p>
      {contact && (
        <p className="sorry-contact">
          <ContactLink kind="phone" value={contact.phone1} />
          <ContactLink kind="email" value={contact.email1} />
        </p>
      )}
    </section>
  )
}
