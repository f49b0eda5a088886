import { useTranslation } from 'react-i18next'
import { emailHref, phoneHref, webHref, whatsappHref } from '../contact-hrefs'
import type { Contact } from '../content.server'
import { Icon } from './icon'
import { Ltr } from './ltr'
import { SocialLinks } from './social-links'

/** All ways to reach the company, each only if there is one. */
export function ContactDetails({ contact }: { contact: Contact }) {
  const { t } = useTranslation()
  const whatsapp = whatsappHref(contact.whatsapp)
  const map = webHref(contact.mapUrl)
  return (
    <>
      <ul className="contact-ways">
        {contact.phone1 && (
          <li>
            <Icon name="phone" />
            <h2>{t('contact.phone')}</h2>
            <a href={phoneHref(contact.phone1)}>
              <Ltr>{contact.phone1}</Ltr>
            </a>
          </li>
        )}
        {whatsapp && (
          <li>
            <Icon name="whatsapp" />
            <h2>{t('social.whatsapp')}</h2>
            <a href={whatsapp} rel="noopener">
              {t('contact.writeOnWhatsapp')}
            </a>
          </li>
        )}
        {contact.email1 && (
          <li>
            <Icon name="email" />
            <h2>{t('contact.email')}</h2>
            <a href={emailHref(contact.email1)}>
              <Ltr>{contact.email1}</Ltr>
            </a>
          </li>
        )}
        {contact.adress1 && (
          <li>
            <Icon name="address" />
            <h2>{t('contact.address')}</h2>
            {map ? (
              <a href={map} rel="noopener">
                {contact.adress1}
              </a>
            ) : (
              <p>{contact.adress1}</p>
            )}
          </li>
        )}
      </ul>
      <SocialLinks
        contact={contact}
        kinds={['facebook', 'tweeter', 'youtube', 'instagram', 'telegram']}
      />
    </>
  )
}
