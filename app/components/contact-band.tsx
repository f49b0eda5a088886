import { useRouteLoaderData } from '@remix-run/react'
import { Link } from 'react-router-dom'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { addresses } from '../addresses'
import type { Frame } from '../layout/frame'
import { LinkedText } from './contact-link'
import { Icon } from './icon'

/**
 * The way on from a screen: the company's phone number, and links to the enquiry form, or else the contact
 * screen, and to the branches. Without contact values only the links.
 */
export function ContactBand({
  heading,
  query = '',
  children,
}: {
  heading: string
  /** Of the enquiry form: what it is about. */
  query?: string
  /** MessageItems, unless the screen has such links already. */
  children?: ReactNode
}) {
  const { t } = useTranslation()
  const frame = useRouteLoaderData<Frame>('root')
  const phone = frame?.contactLinks?.phone1 ?? []
  const hasEnquiries = frame?.hasEnquiries
  return (
    <section className="contact-band band container">
      <h2 className="node">{heading}</h2>
      {phone.length > 0 && (
        <p className="contact-band-phone">
          <LinkedText parts={phone} />
        </p>
      )}
      <ul className="contact-band-links">
        <li>
          <Link
            className="button"
            to={hasEnquiries ? addresses.enquiry() + query : addresses.contact()}
          >
            {t(hasEnquiries ? 'enquiry.heading' : 'layout.contactUs')}
          </Link>
        </li>
        {children}
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
