import { Link } from 'react-router-dom'
import { useEffect, useState } from 'react'
import { useTranslation } from '../../language/translation'
import { addresses } from '../../addresses'
import type { BranchRow } from '../../company/contact-details'
import { ContactLink } from '../../components/contact'
import { useInBrowser, useIsHydrated } from '../../components/hydration'
import { Ltr, MixedText } from '../../components/mixed-text'
import { CopyButton } from '../../components/share'
import { ScreenHeading } from '../../components/screen-heading'
import { useFrame } from '../../layout/frame'
import { SentLines, type Sent } from './sent-lines'
import { clearDraft, storedCity } from './stored-draft'

/** An enquiry, as its link shows it. */
export interface Kept {
  sent: Sent
  link: string
  /** How long the enquiry is kept after its delivery, days. */
  keepDays: number
  /** The enquiry that it revises; null for none. */
  revises: { reference: string; link: string } | null
  /** The reference of the newest enquiry that revises it; null for none. */
  revisedBy: string | null
  /** The address of the form for a revision; null where no enquiries are taken. */
  revise: string | null
}

/** The link to be kept, with a button that copies it. */
function KeptLink({ kept: { link, keepDays } }: { kept: Kept }) {
  const { t } = useTranslation()
  const [isCopied, setIsCopied] = useState(false)
  const canCopy = useIsHydrated() && 'clipboard' in navigator
  return (
    <>
      <p className="kept-link">
        <a className="text-link" href={link}>
          {t('enquiry.sent.link')}
        </a>{' '}
        {canCopy && (
          <CopyButton text={() => location.origin + link} onCopied={() => setIsCopied(true)}>
            {t('enquiry.sent.copyLink')}
          </CopyButton>
        )}{' '}
        <span role="status">{isCopied && t('quote.copied')}</span>
      </p>
      <p>{t('enquiry.sent.keep', { count: keepDays })}</p>
    </>
  )
}

/** Confirms that an enquiry has arrived, with its reference and the next steps; with its key, shows what was sent. */
export function EnquirySent({
  heading,
  isSender,
  reference,
  answerTime,
  answerBy,
  branches,
  kept,
}: {
  heading: string
  isSender: boolean
  reference: string
  /** A sentence about when it is answered; empty if the brand has none. */
  answerTime: string
  /** A sentence with the day by which it is answered; empty without the key, or if the brand tells none. */
  answerBy: string
  branches: BranchRow[]
  /** Null without the key. */
  kept: Kept | null
}) {
  const { t } = useTranslation()
  const phone = useFrame()?.contactLinks?.phone1 ?? []
  // The city is stored in this browser only: the address contains nothing of the enquiry.
  const city = useInBrowser(storedCity, '')
  const nearest = branches.find(
    ({ postTitle, adress1 }) => city !== '' && `${postTitle} ${adress1}`.includes(city),
  )

  useEffect(() => {
    if (isSender) clearDraft()
  }, [isSender])

  return (
    <>
      <ScreenHeading
        heading={heading}
        lead={t(`enquiry.sent.${isSender ? 'text' : kept ? 'keptText' : 'elsewhereText'}`)}
      />
      <div className="article-body container">
        <div className="sent enquiry-form">
          {kept?.revisedBy && (
            <p className="form-alert" data-calm>
              <MixedText text={t('enquiry.sent.revisedBy', { reference: kept.revisedBy })} />
            </p>
          )}
          <p className="enquiry-reference">
            {t('enquiry.sent.reference')}{' '}
            <b>
              <Ltr>{reference}</Ltr>
            </b>
          </p>
          {kept?.revises && (
            <p>
              <a className="text-link" href={kept.revises.link}>
                <MixedText
                  text={t('enquiry.sent.revises', { reference: kept.revises.reference })}
                />
              </a>
            </p>
          )}
          {kept && <KeptLink kept={kept} />}
          {isSender && (
            <>
              <h2>{t('enquiry.sent.next')}</h2>
              <p>
                {answerTime || t('enquiry.sent.nextText')} {answerBy}
              </p>
            </>
          )}
          {kept && (
            <>
              <SentLines reference={reference} sent={kept.sent}>
                {kept.revise && (
                  <Link className="text-link" to={kept.revise}>
                    {t('enquiry.revise.link')}
                  </Link>
                )}
              </SentLines>
            </>
          )}
        </div>
        <div className="next-steps enquiry-form">
          {nearest && (
            <p>
              {t('enquiry.sent.nearest')}{' '}
              <MixedText text={nearest.postTitle} language={nearest.language} />{' '}
              <ContactLink kind="phone" parts={nearest.phones} />
            </p>
          )}
          {phone.length > 0 && (
            <p>
              {t('enquiry.sent.call')} <ContactLink kind="phone" parts={phone} />
            </p>
          )}
          <p className="error-actions">
            <Link className="button" to={addresses.productsHome()}>
              {t('errors.products')}
            </Link>{' '}
            <Link className="text-link" to={addresses.home()}>
              {t('errors.home')}
            </Link>
          </p>
        </div>
      </div>
    </>
  )
}
