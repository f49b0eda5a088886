import { Link, useLocation, useRouteLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { addresses } from '../addresses'
import type { Frame } from '../layout/frame'
import { isReadable, phoneHref } from './contact-hrefs'
import { LinkIf } from './contact-link'
import { Icon } from './icon'
import { Ltr } from './ltr'
import { useMessageLinks } from './message-links'

/**
 * The way on from a screen: the company's phone number, links that write to it about the screen, and
 * links to the contact screen and the branches. Without contact values only the last two.
 */
export function ContactBand({
  heading,
  about,
}: {
  heading: string
  /** What a message is about; none where the screen has such links already. */
  about?: string
}) {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const contact = useRouteLoaderData<Frame>('root')?.contact
  const phone = contact?.phone1 ?? ''
  const links = useMessageLinks(t('contact.subject', { title: about ?? '' }), pathname)
  const email = about === undefined ? null : links.email
  const whatsapp = about === undefined ? null : links.whatsapp
  return (
    <section className="contact-band band container">
      <h2 className="node">{heading}</h2>
      {isReadable(phone) && (
        <p className="contact-band-phone">
          <LinkIf href={phoneHref(phone)}>
            <Ltr>{phone}</Ltr>
          </LinkIf>
        </p>
      )}
      <ul className="contact-band-links">
        <li>
          <Link className="button" to={addresses.contact()}>
            {t('layout.contactUs')}
          </Link>
        </li>
        {whatsapp && (
          <li>
            <a className="text-link" href={whatsapp} rel="noopener">
              <Icon name="whatsapp" />
              {t('contact.writeOnWhatsapp')}
            </a>
          </li>
        )}
        {email && (
          <li>
            <a className="text-link" href={email}>
              <Icon name="email" />
              {t('contact.writeEmail')}
            </a>
          </li>
        )}
        <li>
          <Link className="text-link" to={addresses.branches()}>
            <Icon name="address" />
            {t('contact.nearestBranch')}
          </Link>
        </li>
      </ul>
    </section>
  )
}
