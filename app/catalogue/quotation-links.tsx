import { Link, useRouteLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { addresses } from '../addresses'
import { emailHref, whatsappHref } from '../components/contact-hrefs'
import type { Frame } from '../layout/frame'
import { useCanonicalAddress } from '../components/canonical-address'
import { Icon } from '../components/icon'

/**
 * Links for requesting a quotation: an e-mail or a WhatsApp message that already names the product.
 * Without a company e-mail address, a link to the contact screen.
 */
export function QuotationLinks({ title, path }: { title: string; path: string }) {
  const { t } = useTranslation()
  const contact = useRouteLoaderData<Frame>('root')?.contact
  const address = useCanonicalAddress(path)
  const email = emailHref(contact?.email1 ?? '')
  const whatsapp = whatsappHref(contact?.whatsapp ?? '')
  const subject = t('product.askSubject', { title })
  const search = `subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(address)}`
  return (
    <div className="quotation-links">
      {email ? (
        <a className="button" href={`${email}?${search}`}>
          {t('product.ask')}
        </a>
      ) : (
        <Link className="button" to={addresses.contact()}>
          {t('product.ask')}
        </Link>
      )}
      {whatsapp && (
        <a className="text-link" href={withText(whatsapp, `${subject}\n${address}`)} rel="noopener">
          <Icon name="whatsapp" />
          {t('product.askOnWhatsapp')}
        </a>
      )}
    </div>
  )
}

/** Only a number's wa.me link accepts a message; a channel's or a group's does not. */
function withText(href: string, text: string) {
  return /^https:\/\/wa\.me\/\d+$/.test(href) ? `${href}?text=${encodeURIComponent(text)}` : href
}
