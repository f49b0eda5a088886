import { Link } from 'react-router-dom'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { addresses } from '../addresses'
import { Icon } from '../components/icon'
import { useMessageLinks } from '../components/message-links'

/**
 * Links for requesting a quotation: an e-mail or a WhatsApp message that already names the product.
 * Without a company e-mail address, a link to the contact screen.
 */
export function QuotationLinks({
  title,
  path,
  children,
}: {
  title: string
  path: string
  /** Further links. */
  children?: ReactNode
}) {
  const { t } = useTranslation()
  const { email, whatsapp } = useMessageLinks(t('product.askSubject', { title }), path)
  return (
    <div className="quotation-links">
      {email ? (
        <a className="button" href={email}>
          {t('product.ask')}
        </a>
      ) : (
        <Link className="button" to={addresses.contact()}>
          {t('product.ask')}
        </Link>
      )}
      {whatsapp && (
        <a className="text-link" href={whatsapp} rel="noopener">
          <Icon name="whatsapp" />
          {t('product.askOnWhatsapp')}
        </a>
      )}
      {children}
    </div>
  )
}
