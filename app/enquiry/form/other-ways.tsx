import { useTranslation } from 'react-i18next'
import { isReadable, phoneHref } from '../../components/contact-hrefs'
import { LinkIf } from '../../components/contact-link'
import { Icon } from '../../components/icon'
import { Ltr } from '../../components/ltr'
import type { OtherWays } from './form-state'

/** Other ways to send an enquiry that was not accepted, with its text ready. */
export function OtherWayLinks({ ways: { whatsapp, email, phone, text } }: { ways: OtherWays }) {
  const { t } = useTranslation()
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
