import { useLocation } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { Icon } from './icon'
import { useMessageLinks } from './message-links'

/** List items that write to the company about this screen, as far as it has addresses for that. */
export function MessageItems({
  about,
}: {
  /** The subject: the screen's heading. */
  about: string
}) {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const { email, whatsapp } = useMessageLinks(t('contact.subject', { title: about }), pathname)
  return (
    <>
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
    </>
  )
}
