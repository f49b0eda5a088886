import { useRouteLoaderData } from '@remix-run/react'
import { Link } from 'react-router-dom'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { addresses } from '../../addresses'
import { ContactLink } from '../../components/contact-link'
import { Ltr } from '../../components/ltr'
import { ScreenHeading } from '../../components/screen-heading'
import type { Frame } from '../../layout/frame'
import { clearDraft } from './stored-draft'

/** Says that an enquiry has arrived, under which reference, and what happens next. */
export function EnquirySent({
  heading,
  reference,
  answerTime,
}: {
  heading: string
  reference: string
  /** When it is answered, a sentence; empty if the brand does not say. */
  answerTime: string
}) {
  const { t } = useTranslation()
  const contact = useRouteLoaderData<Frame>('root')?.contact
  useEffect(clearDraft, [])
  return (
    <>
      <ScreenHeading heading={heading} lead={t('enquiry.sent.text')} />
      <div className="container enquiry-form">
        <p className="enquiry-reference">
          {t('enquiry.sent.reference')}{' '}
          <b>
            <Ltr>{reference}</Ltr>
          </b>
        </p>
        <h2>{t('enquiry.sent.next')}</h2>
        <p>{answerTime || t('enquiry.sent.nextText')}</p>
        {contact && (
          <p>
            {t('enquiry.sent.call')} <ContactLink kind="phone" value={contact.phone1} />
          </p>
        )}
        <p className="error-actions">
          <Link className="button" to={addresses.productsHome()}>
            {t('errors.products')}
          </Link>
          <Link className="text-link" to={addresses.home()}>
            {t('errors.home')}
          </Link>
        </p>
      </div>
    </>
  )
}
