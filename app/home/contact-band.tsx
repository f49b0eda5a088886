import { Link } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { addresses } from '../addresses'
import { LinkIf } from '../components/contact-link'
import { Ltr } from '../components/ltr'
import { isReadable, phoneHref } from '../components/contact-hrefs'

/** Phone number and contact links, at the end of the page. */
export function ContactBand({ phone }: { phone: string }) {
  const { t } = useTranslation()
  return (
    <section className="band container">
      <div className="contact-band">
        <h2 className="node">{t('home.contactHeading')}</h2>
        {isReadable(phone) && (
          <p>
            <LinkIf className="contact-band-phone" href={phoneHref(phone)}>
              <Ltr>{phone}</Ltr>
            </LinkIf>
          </p>
        )}
        <p className="hero-links">
          <Link className="button" to={addresses.contact()}>
            {t('layout.contactUs')}
          </Link>
          <Link className="text-link" to={addresses.branches()}>
            {t('menu.branches')}
          </Link>
        </p>
      </div>
    </section>
  )
}
