import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import {
  emailHref,
  isReadable,
  phoneHref,
  webHref,
  whatsappHref,
} from '../components/contact-hrefs'
import { hasContactList } from '../components/contact-list'
import { EmptyList } from '../components/empty-list'
import type { Contact } from '../content/content.server'
import { Icon } from '../components/icon'
import { LinkIf } from '../components/contact-link'
import { Ltr } from '../components/ltr'
import { MixedText } from '../components/mixed-text'
import { SocialLinks, socialLinksOf } from '../components/social-links'

const kinds = ['facebook', 'tweeter', 'youtube', 'instagram', 'telegram'] as const

/** The company's contact channels, each only if it exists; a message without any. */
export function ContactDetails({ contact }: { contact: Contact }) {
  const { t } = useTranslation()
  const whatsapp = whatsappHref(contact.whatsapp)
  const map = webHref(contact.mapUrl)
  const hasChannel = hasContactList(contact) || whatsapp !== null
  if (!hasChannel && socialLinksOf(contact, kinds).length === 0) return <EmptyList />
  return (
    <>
      {hasChannel && (
        <dl>
          {isReadable(contact.phone1) && (
            <Channel icon="phone" name={t('contact.phone')}>
              <LinkIf href={phoneHref(contact.phone1)}>
                <Ltr>{contact.phone1}</Ltr>
              </LinkIf>
            </Channel>
          )}
          {whatsapp && (
            <Channel icon="whatsapp" name={t('social.whatsapp')}>
              <a href={whatsapp} rel="noopener">
                {t('contact.writeOnWhatsapp')}
              </a>
            </Channel>
          )}
          {isReadable(contact.email1) && (
            <Channel icon="email" name={t('contact.email')}>
              <LinkIf href={emailHref(contact.email1)}>
                <Ltr>{contact.email1}</Ltr>
              </LinkIf>
            </Channel>
          )}
          {isReadable(contact.adress1) && (
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
