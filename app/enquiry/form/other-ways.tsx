import { useTranslation } from 'react-i18next'
import { LinkedText } from '../../components/contact-link'
import { Icon } from '../../components/icon'
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
        {phone.length > 0 && (
          <li>
            <LinkedText className="text-link" parts={phone}>
              <Icon name="phone" />
            </LinkedText>
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
