import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { hasContactList } from '../components/contact-list'
import { EmptyList } from '../components/empty-list'
import type { ContactLinks } from '../content/contact-links.server'
import { Icon } from '../components/icon'
import { LinkedText } from '../components/contact-link'
import { MixedText } from '../components/mixed-text'
import { SocialLinks, socialLinksOf } from '../components/social-links'

const kinds = ['facebook', 'tweeter', 'youtube', 'instagram', 'telegram'] as const

/** The company's contact channels, each only if it exists; a message without any. */
export function ContactDetails({ contact }: { contact: ContactLinks }) {
  const { t } = useTranslation()
  const { phone1, whatsapp, email1, adress1, mapUrl } = contact
  const hasChannel = hasContactList(contact) || whatsapp !== null
  if (!hasChannel && socialLinksOf(contact, kinds).length === 0) return <EmptyList />
  return (
    <>
      {hasChannel && (
        <dl>
          {phone1.length > 0 && (
            <Channel icon="phone" name={t('contact.phone')}>
              <span>
                <LinkedText parts={phone1} />
              </span>
            </Channel>
          )}
          {whatsapp && (
            <Channel icon="whatsapp" name={t('social.whatsapp')}>
              <a href={whatsapp} rel="noopener">
                {t('contact.writeOnWhatsapp')}
              </a>
            </Channel>
          )}
          {email1.length > 0 && (
            <Channel icon="email" name={t('contact.email')}>
              <span>
                <LinkedText parts={email1} />
              </span>
            </Channel>
          )}
          {adress1 !== '' && (
            <Channel icon="address" name={t('contact.address')}>
              <span>
                <MixedText text={adress1} />
              </span>
              {mapUrl && (
                <a className="text-link" href={mapUrl} rel="noopener">
                  {t('contact.map')}
                  <Icon name="arrow" />
                </a>
              )}
            </Channel>
          )}
        </dl>
      )}
      <SocialLinks contact={contact} kinds={kinds} />
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
