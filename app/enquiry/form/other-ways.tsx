import { useRouteLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { isReadable, phoneHref } from '../../components/contact-hrefs'
import { LinkIf } from '../../components/contact-link'
import { Icon } from '../../components/icon'
import { Ltr } from '../../components/ltr'
import { useTextLinks } from '../../components/message-links'
import type { Frame } from '../../layout/frame'
import { enquiryText } from '../enquiry-text'
import type { FormState } from './form-state'

/** Other ways to send an enquiry that could not be accepted, with its text ready. */
export function OtherWays({ state: { values, lines, notes } }: { state: FormState }) {
  const { t } = useTranslation()
  const phone = useRouteLoaderData<Frame>('root')?.contact?.phone1 ?? ''
  const text = enquiryText(t, values, lines, notes)
  const { email, whatsapp } = useTextLinks(t('enquiry.heading'), text)
  return (
    <>
      <ul className="other-ways">
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
        {isReadable(phone) && (
          <li>
            <LinkIf className="text-link" href={phoneHref(phone)}>
              <Icon name="phone" />
              <Ltr>{phone}</Ltr>
            </LinkIf>
          </li>
        )}
      </ul>
      <details>
        <summary>{t('enquiry.asText')}</summary>
        <pre dir="auto">{text}</pre>
      </details>
    </>
  )
}
