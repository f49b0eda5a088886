import { useTranslation } from 'react-i18next'
import { ContactLink } from '../components/contact-link'
import { SocialLinks } from '../components/social-links'
import type { Contact } from '../content/content.server'

/** Phone, e-mail, address and social links, each only if it exists. */
export function TopBar({ contact }: { contact: Contact }) {
  const { t } = useTranslation()
  return (
    <section className="top-bar ink-band" aria-label={t('layout.contactUs')}>
      <div className="top-bar-row container">
        <ul className="top-bar-contact">
          <ContactLink kind="phone" value={contact.phone1} as="li" />
          <ContactLink kind="email" value={contact.email1} as="li" />
          <ContactLink kind="address" value={contact.adress1} mapUrl={contact.mapUrl} as="li" />
        </ul>
        <SocialLinks
          contact={contact}
          kinds={['whatsapp', 'facebook', 'tweeter', 'instagram', 'youtube']}
        />
      </div>
    </section>
  )
}
