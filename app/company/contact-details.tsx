import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { emailHref, phoneHref, webHref, whatsappHref } from '../components/contact-hrefs'
import type { Contact } from '../content/content.server'
import { Icon } from '../components/icon'
import { Ltr } from '../components/ltr'
import { MixedText } from '../components/mixed-text'
import { SocialLinks } from '../components/social-links'

/** The company's contact channels, each only if it exists. */
export function ContactDetails({ contact }: { contact: Contact }) {
  const { t } = useTranslation()
  const whatsapp = whatsappHref(contact.whatsapp)
  const map = webHref(contact.mapUrl)
  return (
    <>
      <dl>
        {contact.phone1 && (
          <Channel icon="phone" name={t('contact.phone')}>
            <a href={phoneHref(contact.phone1)}>
              <Ltr>{contact.phone1}</Ltr>
            </a>
          </Channel>
        )}
        {whatsapp && (
          <Channel icon="whatsapp" name={t('social.whatsapp')}>
            <a href={whatsapp} rel="noopener">
              {t('contact.writeOnWhatsapp')}
            </a>
          </Channel>
        )}
        {contact.email1 && (
          <Channel icon="email" name={t('contact.email')}>
            <a href={emailHref(contact.email1)}>
              <Ltr>{contact.email1}</Ltr>
            </a>
          </Channel>
        )}
        {contact.adress1 && (
          <Channel icon="address" name={t('contact.address')}>
            <MixedText text={contact.adress1} />
            {map && (
              <a className="text-link" href={map} rel="noopener">
                {t('contact.map')}
                <Icon name="arrow" />
              </a>
            )}
          </Channel>
        )}
      </dl>
      <SocialLinks
        contact={contact}
        kinds={['facebook', 'tweeter', 'youtube', 'instagram', 'telegram']}
      />
    </>
  )
}

function Channel({
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
