import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { emailHref, phoneHref, webHref, whatsappHref } from '../components/contact-hrefs'
import type { Contact } from '../content/content.server'
import { Icon } from '../components/icon'
import { Ltr } from '../components/ltr'
import { MixedText } from '../components/mixed-text'
import { SocialLinks } from '../components/social-links'

/** All ways to reach the company, set large, each only if there is one. */
export function ContactDetails({ contact }: { contact: Contact }) {
  const { t } = useTranslation()
  const whatsapp = whatsappHref(contact.whatsapp)
  const map = webHref(contact.mapUrl)
  return (
    <>
      <dl>
        {contact.phone1 && (
          <Way icon="phone" name={t('contact.phone')}>
            <a href={phoneHref(contact.phone1)}>
              <Ltr>{contact.phone1}</Ltr>
            </a>
          </Way>
        )}
        {whatsapp && (
          <Way icon="whatsapp" name={t('social.whatsapp')}>
            <a href={whatsapp} rel="noopener">
              {t('contact.writeOnWhatsapp')}
            </a>
          </Way>
        )}
        {contact.email1 && (
          <Way icon="email" name={t('contact.email')}>
            <a href={emailHref(contact.email1)}>
              <Ltr>{contact.email1}</Ltr>
            </a>
          </Way>
        )}
        {contact.adress1 && (
          <Way icon="address" name={t('contact.headOffice')}>
            <MixedText text={contact.adress1} />
            {map && (
              <a className="text-link" href={map} rel="noopener">
                {t('contact.map')}
                <Icon name="arrow" />
              </a>
            )}
          </Way>
        )}
      </dl>
      <SocialLinks
        contact={contact}
        kinds={['facebook', 'tweeter', 'youtube', 'instagram', 'telegram']}
      />
    </>
  )
}

function Way({
  icon,
  name,
  children,
}: {
  icon: 'phone' | 'whatsapp' | 'email' | 'address'
  name: string
  children: ReactNode
}) {
  return (
    <div className="contact-way">
      <dt>
        <Icon name={icon} />
        {name}
      </dt>
      <dd>{children}</dd>
    </div>
  )
}
